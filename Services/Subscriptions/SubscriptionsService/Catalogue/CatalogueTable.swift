/// The rows of the catalogue: id, Russian title, English title, colour, category.
enum CatalogueTable {
    static let lines = """
        netflix|Netflix|Netflix|e50914|video
        youtube-premium|YouTube Premium|YouTube Premium|ff0000|video
        kinopoisk|Кинопоиск|Kinopoisk|ff5500|video
        ivi|Иви|ivi|ea003d|video
        okko|Okko|Okko|6b2fb5|video
        start|START|START|f5f5f5|video
        premier|PREMIER|PREMIER|ffd400|video
        wink|Wink|Wink|ff4f12|video
        more-tv|more.tv|more.tv|7a5cff|video
        disney-plus|Disney+|Disney+|113ccf|video
        amazon-prime|Amazon Prime|Amazon Prime|00a8e1|video
        hbo-max|Max|Max|002be7|video
        hulu|Hulu|Hulu|1ce783|video
        apple-tv-plus|Apple TV+|Apple TV+|000000|video
        paramount-plus|Paramount+|Paramount+|0064ff|video
        crunchyroll|Crunchyroll|Crunchyroll|f47521|video
        mubi|MUBI|MUBI|1b1b1b|video
        twitch-turbo|Twitch Turbo|Twitch Turbo|9146ff|video
        vk-video|VK Видео|VK Video|0077ff|video
        amediateka|Амедиатека|Amediateka|1a1a1a|video
        spotify|Spotify|Spotify|1db954|music
        apple-music|Apple Music|Apple Music|fa243c|music
        yandex-music|Яндекс Музыка|Yandex Music|ffcc00|music
        vk-music|VK Музыка|VK Music|0077ff|music
        zvuk|Звук|Zvuk|26d07c|music
        youtube-music|YouTube Music|YouTube Music|ff0000|music
        deezer|Deezer|Deezer|a238ff|music
        tidal|TIDAL|TIDAL|000000|music
        soundcloud|SoundCloud Go|SoundCloud Go|ff5500|music
        audible|Audible|Audible|f7991c|books
        storytel|Storytel|Storytel|ff501c|books
        litres|Литрес|LitRes|f25b1d|books
        bookmate|Яндекс Книги|Yandex Books|ffcc00|books
        mybook|MyBook|MyBook|0f6fde|books
        kindle-unlimited|Kindle Unlimited|Kindle Unlimited|ff9900|books
        scribd|Everand|Everand|1e7b85|books
        medium|Medium|Medium|000000|news
        new-york-times|The New York Times|The New York Times|000000|news
        kommersant|Коммерсантъ|Kommersant|1b3c73|news
        forbes|Forbes|Forbes|00234b|news
        economist|The Economist|The Economist|e3120b|news
        financial-times|Financial Times|Financial Times|fff1e5|news
        substack|Substack|Substack|ff6719|news
        yandex-plus|Яндекс Плюс|Yandex Plus|ff5c4d|bundle
        sberprime|СберПрайм|SberPrime|21a038|bundle
        tinkoff-pro|T-Pro|T-Pro|ffdd2d|bundle
        mts-premium|МТС Premium|MTS Premium|e30611|bundle
        ozon-premium|Ozon Premium|Ozon Premium|005bff|bundle
        vk-combo|VK Комбо|VK Combo|0077ff|bundle
        alfa-plus|Альфа-Плюс|Alfa Plus|ef3124|bundle
        apple-one|Apple One|Apple One|000000|bundle
        wildberries-club|WB Клуб|WB Club|cb11ab|bundle
        icloud-plus|iCloud+|iCloud+|3693f3|cloud
        google-one|Google One|Google One|4285f4|cloud
        dropbox|Dropbox|Dropbox|0061ff|cloud
        onedrive|OneDrive|OneDrive|0078d4|cloud
        yandex-360|Яндекс 360|Yandex 360|fc3f1d|cloud
        mail-cloud|Облако Mail|Mail.ru Cloud|005ff9|cloud
        mega|MEGA|MEGA|d9272e|cloud
        backblaze|Backblaze|Backblaze|e21e29|cloud
        microsoft-365|Microsoft 365|Microsoft 365|d83b01|work
        google-workspace|Google Workspace|Google Workspace|4285f4|work
        adobe-creative-cloud|Adobe Creative Cloud|Adobe Creative Cloud|da1f26|work
        figma|Figma|Figma|a259ff|work
        canva|Canva|Canva|00c4cc|work
        notion|Notion|Notion|000000|work
        evernote|Evernote|Evernote|00a82d|work
        todoist|Todoist|Todoist|e44332|work
        obsidian-sync|Obsidian Sync|Obsidian Sync|7c3aed|work
        slack|Slack|Slack|4a154b|work
        zoom|Zoom|Zoom|0b5cff|work
        trello|Trello|Trello|0052cc|work
        grammarly|Grammarly|Grammarly|15c39a|work
        linkedin-premium|LinkedIn Premium|LinkedIn Premium|0a66c2|work
        github|GitHub|GitHub|24292f|development
        gitlab|GitLab|GitLab|fc6d26|development
        jetbrains|JetBrains|JetBrains|000000|development
        github-copilot|GitHub Copilot|GitHub Copilot|000000|development
        digitalocean|DigitalOcean|DigitalOcean|0080ff|development
        hetzner|Hetzner|Hetzner|d50c2d|development
        selectel|Selectel|Selectel|d31d2b|development
        timeweb|Timeweb|Timeweb|1b5cff|development
        cloudflare|Cloudflare|Cloudflare|f38020|development
        apple-developer|Apple Developer|Apple Developer|000000|development
        chatgpt-plus|ChatGPT Plus|ChatGPT Plus|10a37f|ai
        claude-pro|Claude Pro|Claude Pro|d97757|ai
        midjourney|Midjourney|Midjourney|000000|ai
        perplexity|Perplexity Pro|Perplexity Pro|20808d|ai
        telegram-premium|Telegram Premium|Telegram Premium|24a1de|social
        discord-nitro|Discord Nitro|Discord Nitro|5865f2|social
        x-premium|X Premium|X Premium|000000|social
        patreon|Patreon|Patreon|ff424d|social
        boosty|Boosty|Boosty|f15f2c|social
        tinder|Tinder|Tinder|fe3c72|social
        playstation-plus|PlayStation Plus|PlayStation Plus|ffd200|games
        xbox-game-pass|Xbox Game Pass|Xbox Game Pass|107c10|games
        nintendo-switch-online|Nintendo Switch Online|Nintendo Switch Online|e60012|games
        ea-play|EA Play|EA Play|ff4747|games
        apple-arcade|Apple Arcade|Apple Arcade|fd5c63|games
        geforce-now|GeForce NOW|GeForce NOW|76b900|games
        world-of-warcraft|World of Warcraft|World of Warcraft|f8b700|games
        duolingo|Duolingo|Duolingo|58cc02|education
        skyeng|Skyeng|Skyeng|00aeff|education
        coursera|Coursera|Coursera|0056d2|education
        skillbox|Skillbox|Skillbox|3d3bff|education
        yandex-practicum|Яндекс Практикум|Yandex Practicum|000000|education
        strava|Strava|Strava|fc4c02|health
        headspace|Headspace|Headspace|f47d31|health
        calm|Calm|Calm|1a6ede|health
        fitness|Фитнес-клуб|Gym|40a0c0|health
        mts|МТС|MTS|e30611|phone
        megafon|МегаФон|MegaFon|00b956|phone
        beeline|Билайн|Beeline|ffcc00|phone
        tele2|t2|t2|1f2229|phone
        yota|Yota|Yota|00bcff|phone
        rostelecom|Ростелеком|Rostelecom|7700ff|phone
        internet|Домашний интернет|Home internet|4080c0|phone
        nordvpn|NordVPN|NordVPN|4687ff|security
        proton|Proton|Proton|6d4aff|security
        1password|1Password|1Password|3b66bc|security
        bitwarden|Bitwarden|Bitwarden|175ddc|security
        kaspersky|Kaspersky|Kaspersky|00a88e|security
        dr-web|Dr.Web|Dr.Web|64b32d|security
        rent|Аренда жилья|Rent|8b6f4e|home
        utilities|Коммунальные услуги|Utilities|5f9ea0|home
        insurance|Страховка|Insurance|708090|home
        parking|Парковка|Parking|2f4f4f|home
        kindergarten|Детский сад|Kindergarten|e8a33d|home
        samokat|Самокат|Samokat|ff335f|delivery
        delivery-club|Яндекс Еда|Yandex Eats|fce000|delivery
        uber-one|Uber One|Uber One|000000|delivery
        whoosh|Whoosh|Whoosh|ffd400|transport
        troika|Проездной|Transit pass|1e62a8|transport
        taxi|Яндекс Go|Yandex Go|fce000|transport
        """
}
