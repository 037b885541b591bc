// Locks, sockets, directories and files of processes: what Hosting says where the gateway itself starts services or reads files.

extension ServiceSentences {
    static let hosting: KeyValuePairs = [
        "the services are already running{0}": "службы уже работают{0}",
        "{0} is already running{1}": "{0} уже работает{1}",
        "the data of {0} in {1} is in use by another process{2}; stop it first":
            "данными {0} в {1} пользуется другой процесс{2}; сначала остановите его",
        "somebody else listens at {0}, a supervisor perhaps; {1} was not started":
            "по адресу {0} слушает кто-то другой, возможно супервизор; {1} не запущена",
        "the inherited descriptor named {0} is no listening Unix socket with a path":
            "унаследованный дескриптор {0} — не слушающий сокет Unix с путём",
        "the socket {0} is {1} bytes long, {2} is the limit; set KOPILKA_RUN to a shorter directory":
            "путь сокета {0} — {1 байт|байта|байтов}, а можно {2}; укажите в KOPILKA_RUN каталог с путём короче",
        "{0} is longer than 107 bytes; set KOPILKA_RUN to a shorter directory":
            "{0} длиннее 107 байтов; укажите в KOPILKA_RUN каталог с путём короче",
        "the path {0}/logs is too long": "путь {0}/logs слишком длинный",
        "the flow {0} ended by itself": "поток {0} закончился сам",
        "{0} is not a file": "{0} — не файл",
        "{0} is not a socket; choose another path": "{0} — не сокет; выберите другой путь",
        "{0} is not a directory; choose another path": "{0} — не каталог; выберите другой путь",
        "{0} belongs to user {1}, not to us ({2}); choose another path":
            "{0} принадлежит пользователю {1}, а не нам ({2}); выберите другой путь",
        "{0} belongs to user {1}, not to us ({2}); run: chown":
            "{0} принадлежит пользователю {1}, а не нам ({2}); выполните chown",
        "{0} is open to others; run: chmod 600 {1}": "{0} открыт другим; выполните chmod 600 {1}",
        "{0} is open to others; run: chmod 700 {1}": "{0} открыт другим; выполните chmod 700 {1}",
        "{0} does not begin with a line of at most {1} bytes of UTF-8":
            "{0} не начинается со строки UTF-8 не длиннее {1 байта|байтов|байтов}",
    ]
}
