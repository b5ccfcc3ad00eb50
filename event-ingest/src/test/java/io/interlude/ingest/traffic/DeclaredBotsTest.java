package io.interlude.ingest.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredBotsTest {
    private static final DeclaredBots BOTS = DeclaredBots.load();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                "Mozilla/5.0 (compatible; bingbot/2.0)",
                "Mozilla/5.0 (compatible; AhrefsSiteAudit/6.1; +http://ahrefs.com/robot/)",
                "Mozilla/5.0 (compatible; SeMrushBot/7; +http://www.semrush.com/bot.html)",
                "Mozilla/5.0 AppleWebKit/537.36; compatible; GPTBot/1.2; +https://openai.com/gptbot",
                "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/131.0.0.0 Safari/537.36",
                "Mozilla/5.0 (compatible; Pingdom.com_bot_version_1.4)",
                "Slackbot-LinkExpanding 1.0",
                "TelegramBot (like TwitterBot)",
                "facebookexternalhit/1.1",
                "WhatsApp/2.23.20.0",
                "Baiduspider",
                "Silk/1.0",
                "SCRAPY/2.11",
                "some-crawler/1"
            })
    void knowsRobots(String agent) {
        assertThat(BOTS.declares(agent)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
                        + " Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like"
                        + " Gecko) Version/18.1 Safari/605.1.15",
                "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
                        + " Mobile/22B83 Instagram 358.0.0.33.97 (iPhone14,5; iOS 18_1; en_US)",
                "Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) Chrome/131.0.6778.39 Mobile"
                        + " Safari/537.36 [FB_IAB/FB4A;FBAV/491.0.0.62.77;]",
                "Mozilla/5.0 (Linux; Android 12; KFTRWI) Silk/120.2.1 like Chrome/120.0.0.0",
                "Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) AppleWebKit/537.36",
                "curl/8.5.0",
                "python-requests/2.32",
                "Java-http-client/25",
                "okhttp/4.12.0",
                "Bottega/1.0",
                ""
            })
    void takesTheRestForPeople(String agent) {
        assertThat(BOTS.declares(agent)).isFalse();
    }

    @Test
    void readsNoFurtherThanANameGoes() {
        assertThat(BOTS.declares("x".repeat(100_000) + " Googlebot/2.1")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Ahrefs(Bot|SiteAudit), Ahrefs",
        "^Silk\\/, Silk",
        "(^| )PTST\\/, PTST",
        "S[eE][mM]rushBot, rushBot",
        "Chirp|gotosocial, ''",
        "Current[\\s\\S]*RSS Reader, RSS Reader"
    })
    void knowsAWordThatAMatchNeeds(String regex, String word) {
        assertThat(DeclaredBots.longestWord(regex)).isEqualTo(word);
    }
}
