// The few words that are not the advertiser's: the menu about the ad, and names of buttons and fields
// for those who cannot see them. A page may give its own.

const WORDS = {
  ar: "إغلاق|إرسال|ردك|عن هذا الإعلان|لماذا هذا الإعلان؟|إخفاء هذا المعلن|غير ذي صلة|مسيء|يتكرر كثيرا|شكرا.|لم ينجح ذلك. حاول مرة أخرى.",
  de: "Schließen|Senden|Ihre Antwort|Zu dieser Anzeige|Warum diese Anzeige?|Diesen Anbieter ausblenden|Nicht relevant|Anstößig|Zu oft gezeigt|Danke.|Das ging nicht. Bitte noch einmal.",
  en: "Close|Send|Your answer|About this ad|Why this ad?|Hide this advertiser|Not relevant|Offensive|Shown too often|Thank you.|That failed. Please try again.",
  es: "Cerrar|Enviar|Tu respuesta|Sobre este anuncio|¿Por qué este anuncio?|Ocultar este anunciante|No es relevante|Ofensivo|Sale demasiado|Gracias.|No ha funcionado. Inténtalo de nuevo.",
  fr: "Fermer|Envoyer|Votre réponse|À propos de cette annonce|Pourquoi cette annonce ?|Masquer cet annonceur|Pas pertinent|Choquant|Trop fréquent|Merci.|Échec. Veuillez réessayer.",
  he: "סגירה|שליחה|התשובה שלך|על המודעה הזו|למה המודעה הזו?|הסתרת המפרסם הזה|לא רלוונטי|פוגעני|מופיע יותר מדי|תודה.|זה לא הצליח. נסו שוב.",
  it: "Chiudi|Invia|La tua risposta|Su questo annuncio|Perché questo annuncio?|Nascondi questo inserzionista|Non pertinente|Offensivo|Troppo frequente|Grazie.|Non è riuscito. Riprova.",
  ja: "閉じる|送信|返信|この広告について|この広告が表示される理由|この広告主を非表示|関連性がない|不快|表示が多すぎる|ありがとうございます。|送信できませんでした。もう一度お試しください。",
  nl: "Sluiten|Verzenden|Uw antwoord|Over deze advertentie|Waarom deze advertentie?|Deze adverteerder verbergen|Niet relevant|Aanstootgevend|Te vaak getoond|Bedankt.|Dat lukte niet. Probeer het opnieuw.",
  pt: "Fechar|Enviar|A sua resposta|Sobre este anúncio|Porquê este anúncio?|Ocultar este anunciante|Não é relevante|Ofensivo|Aparece demasiado|Obrigado.|Não resultou. Tente de novo.",
};

/** `{close, send, answer, about, why, acts, thanks, again}` in the language, or in English; `own` wins. */
export function labels(language, own) {
  const [close, send, answer, about, why, hide, irrelevant, offensive, repetitive, thanks, again] =
    (WORDS[language.toLowerCase().split("-")[0]] || WORDS.en).split("|");
  return { close, send, answer, about, why, acts: [hide, irrelevant, offensive, repetitive], thanks, again, ...own };
}
