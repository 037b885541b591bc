import Reasons

extension Reason {
    public static let servicesRunning = rule(
        "servicesRunning", "the services are already running", "службы уже работают")
    public static let servicesRunningAs = rule(
        "servicesRunningAs", "the services are already running (pid {pid})", "службы уже работают (pid {pid})")
    public static let serviceRunning = rule("serviceRunning", "{service} is already running", "{service} уже работает")
    public static let serviceRunningAs = rule(
        "serviceRunningAs", "{service} is already running (pid {pid})", "{service} уже работает (pid {pid})")
    public static let dataInUse = rule(
        "dataInUse", "the data of {service} in {path} is in use by another process; stop it first",
        "данными {service} в {path} пользуется другой процесс; сначала остановите его")
    public static let dataInUseBy = rule(
        "dataInUseBy", "the data of {service} in {path} is in use by another process (pid {pid}); stop it first",
        "данными {service} в {path} пользуется другой процесс (pid {pid}); сначала остановите его")
    public static let dataHeldByOlder = rule(
        "dataHeldByOlder", "an older version of {service} holds {path}", "прежняя версия {service} держит {path}")
    public static let socketInUse = rule(
        "socketInUse", "another process, perhaps a supervisor, listens at {path}; {service} was not started",
        "по адресу {path} слушает другой процесс, возможно супервизор; {service} не запущена")
    public static let addressInUse = rule(
        "addressInUse", "another program listens at {address}; stop it, or choose another port",
        "по адресу {address} слушает другая программа; остановите её или выберите другой порт")
    public static let notAListeningSocket = rule(
        "notAListeningSocket", "the inherited descriptor named {name} is not a listening Unix socket with a path",
        "унаследованный дескриптор {name} — не слушающий сокет Unix с путём")
    public static let socketPathTooLong = rule(
        "socketPathTooLong",
        "the path {path} is {bytes byte|bytes} long, but the limit is {most}; set KOPILKA_RUN to a shorter directory",
        "путь {path} — {bytes байт|байта|байтов}, а можно {most}; укажите в KOPILKA_RUN каталог с путём короче")
    public static let pathTooLong = rule("pathTooLong", "the path {path} is too long", "путь {path} слишком длинный")
    public static let memberEnded = rule(
        "memberEnded", "the part {name} of the process stopped unexpectedly",
        "часть процесса «{name}» неожиданно остановилась")
    public static let yielded = rule(
        "yielded", "another machine of the house leads {service} from now on",
        "{service} с этого момента ведёт другая машина дома")
    public static let replicaWithoutKeys = rule(
        "replicaWithoutKeys", "{path} is missing, which other machines of the house have; gateway house join brings it",
        "нет файла {path}, который есть у других машин дома; его принесёт gateway house join")
    public static let notAFile = rule("notAFile", "{path} is not a file", "{path} — не файл")
    public static let notASocket = rule(
        "notASocket", "{path} is not a socket; choose another path", "{path} — не сокет; выберите другой путь")
    public static let notADirectory = rule(
        "notADirectory", "{path} is not a directory; choose another path", "{path} — не каталог; выберите другой путь")
    public static let ownedByOther = rule(
        "ownedByOther", "{path} belongs to user {owner}, not to us ({user}); choose another path",
        "{path} принадлежит пользователю {owner}, а не нам ({user}); выберите другой путь")
    public static let fileOwnedByOther = rule(
        "fileOwnedByOther", "{path} belongs to user {owner}, not to us ({user}); run: chown",
        "{path} принадлежит пользователю {owner}, а не нам ({user}); выполните chown")
    public static let openToOthers = rule(
        "openToOthers", "{path} is open to others; run: chmod {mode} {path}",
        "{path} открыт другим; выполните chmod {mode} {path}")
    public static let firstLineTooLong = rule(
        "firstLineTooLong", "{path} does not begin with a line of at most {most byte|bytes} of UTF-8",
        "{path} не начинается со строки UTF-8 не длиннее {most байта|байтов|байтов}")
    public static let notConfined = rule(
        "notConfined", "{service} cannot be confined: {cause}; KOPILKA_CONFINE=auto starts it anyway",
        "не удалось изолировать {service}: {cause}; с KOPILKA_CONFINE=auto служба всё равно запустится")
    public static let opensByExecutable = rule(
        "opensByExecutable",
        "would open {path} to {service}, which reads the directory of its executable; give it a directory of its own",
        "{service} читает каталог своего исполняемого файла, и ей откроется {path}; дайте ей отдельный каталог")
    public static let opensByRight = rule(
        "opensByRight", "would open {path} to {service} by {right}; name a narrower directory",
        "{right} откроет службе {service} каталог {path}; назовите каталог поуже")
    public static let noSuchExtraService = rule(
        "noSuchExtraService", "names {service}, which is not among extra-services",
        "названа {service}, которой нет в extra-services")
    public static let twoDatabases = rule(
        "twoDatabases", "there are two databases, {old} of an older version and {new}; move one of them away",
        "баз данных две, {old} прежней версии и {new}; уберите одну из них")
    public static let systemCallFailed = rule(
        "systemCallFailed", "{call}: {cause}", "{call}: {cause}")

    /// The reasons of this module.
    public static let hosting: [Reason] = [
        servicesRunning, servicesRunningAs, serviceRunning, serviceRunningAs, dataInUse, dataInUseBy, dataHeldByOlder,
        socketInUse, addressInUse, notAListeningSocket, socketPathTooLong, pathTooLong, memberEnded, yielded,
        replicaWithoutKeys, notAFile, notASocket, notADirectory, ownedByOther,
        fileOwnedByOther, openToOthers, firstLineTooLong, notConfined, opensByExecutable, opensByRight,
        noSuchExtraService, twoDatabases, systemCallFailed,
    ]
}
