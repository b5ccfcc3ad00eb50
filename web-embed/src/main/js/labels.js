// The few words that are not the advertiser's: names of buttons and fields for those who cannot see
// them. A page may give its own.

const WORDS = {
  ar: "إغلاق|إرسال|ردك",
  de: "Schließen|Senden|Ihre Antwort",
  en: "Close|Send|Your answer",
  es: "Cerrar|Enviar|Tu respuesta",
  fr: "Fermer|Envoyer|Votre réponse",
  he: "סגירה|שליחה|התשובה שלך",
  it: "Chiudi|Invia|La tua risposta",
  ja: "閉じる|送信|返信",
  nl: "Sluiten|Verzenden|Uw antwoord",
  pt: "Fechar|Enviar|A sua resposta",
};

/** `{close, send, answer}` in the language, or in English; `own` wins. */
export function labels(language, own) {
  const [close, send, answer] = (WORDS[language.toLowerCase().split("-")[0]] || WORDS.en).split("|");
  return { close, send, answer, ...own };
}
