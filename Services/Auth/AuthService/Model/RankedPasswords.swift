/// The most frequent passwords in leaks of the last twenty years that pass the other rules: 5,000 of eight characters
/// and more, most frequent first, in three parts; and 1,000 shorter ones, which people extend with a suffix.
///
/// - Source: the ranked list of zxcvbn 4.5.0 (github.com/dwolfhub/zxcvbn-python), under the licence quoted in NOTICE.
enum RankedPasswords {
    /// The passwords of eight characters and more, separated by spaces and line ends.
    static let long = [first, second, third]

    /// The most frequent passwords of four to seven characters that are not all digits.
    static let short = #"""
        qwerty dragon abc123 monkey letmein shadow master mustang pussy fuckyou qazwsx jordan 123qwe killer hunter
        harley zxcvbnm asdfgh buster batman soccer tigger charlie fuckme ranger hockey asshole pepper klaster zxcvbn
        freedom maggie pass ginger fuck love cheese summer chelsea dallas biteme matrix yankees austin access
        thunder merlin secret diamond hello hammer fucker silver gfhjkm golfer scooter test orange cookie sparky
        phoenix mickey bigdog snoopy guitar chicken camaro peanut ferrari falcon cowboy welcome sexy samsung smokey
        dakota arsenal boomer eagles tigers marina nascar booboo gateway yellow porsche monster spider diablo hannah
        bulldog junior london purple compaq lakers iceman cowboys money banana ncc1701 boston tennis coffee scooby
        nikita yamaha mother barney brandy chester fuckoff oliver player forever rangers chicago redsox angel badboy
        fender jasper slayer rabbit natasha marine bigdick wizard raiders prince casper fishing flower jasmine
        iwantu panties adidas winter winner gandalf enter ghbdtn golden winston madison angels panther blowme sexsex
        bigtits spanky bitch sophie horny thx1138 toyota tiger dick canada blowjob muffin apples pokemon 123abc
        qazxsw 123456a qwaszx butter rainbow razz newyork gemini cameron florida turtle sierra viking booger doctor
        rocket captain bandit jaguar packers pookie peaches asdf dolphin helpme blue theman maxwell lovers maddog
        giants nirvana hotdog rosebud warrior stupid suckit success bond007 jackass alexis porn lucky scorpio samson
        q1w2e3 azerty driver freddy sydney gators dexter red123 123456q 12345a bubba voodoo golf trouble america
        nissan gunner fucking apollo eminem legend bear beavis apple skippy buddy qwert kitten magic shelby beaver
        phantom asdasd xavier braves copper qweqwe tomcat girls bigboy animal police online voyager fish sniper
        trinity blazer heaven lover playboy loveme bubbles hooters cricket willow donkey topgun saturn destiny
        pumpkin digital sergey tits private runner therock beatles fire cassie qwerty1 celtic andrey broncos eclipse
        fluffy cartman testing birdie pantera cherry vampire mexico buffalo genius montana beer maximus flyers
        lovely stalker doggie speedy bronco lol123 yankee horses magnum dreams ou812 goober enigma qwertyu scotty
        pimpin surfer cock genesis star asd123 racing hello1 hawaii eagle1 viper poopoo boobies 12345q bitches
        simple badger alaska action jester drummer forest diesel friday hotrod chevy lucky1 google badass tester
        shorty thumper hitman mozart boobs reddog lizard a123456 ruslan eagle a12345 buddha porno spirit money1
        qwe123 naruto mercury liberty suzuki popcorn spooky marley kitty vikings rascal qweasd hummer loveyou
        patches russia jupiter penguin passion cumshot vfhbyf honda sandman raider bastard assman fantasy sucker
        horney domino disney ironman brutus redrum bigred mnbvcxz karina marines digger cougar fireman oksana monday
        cunt justice nigger super tinker dancer avalon everton hentai madonna pussy1 ducati connor galore smooth
        boogie titanic arizona saints asdfg accord test123 christ yfnfif stinky slut naughty chopper extreme skyline
        poop zombie froggy awesome vision pirate fylhtq dreamer bullet empire 123123a kirill penis skipper nemesis
        rasdzv3 psycho danger mookie happy1 wanker manutd goblue hobbes vegeta picard windows victory vfrcbv bambam
        serega turkey tweety galina hiphop rooster berlin taurus suckme polina avatar maksim raptor alpha1 hendrix
        newport bigcock brazil spring a1b2c3 madmax alpha britney sublime bigman classic ronaldo 1q2w3e tiger1
        wombat bubba1 pandora zxc123 holiday wildcat devils horse alabama caesar buddy1 bondage pickle shaggy
        catch22 leather chronic admin qqq111 qaz123 kodiak sunset katana phpbb snowman angel1 wolves detroit pontiac
        gundam panzer vagina outlaw redhead nastya hardon dragon1 cobra lickme flash strike beauty bigmac bowling
        chris1 ytrewq natali pyramid rulez dodgers apache whynot teens trooper fuckit packard weasel popeye lucifer
        cancer raven viktor blonde james1 wutang spike pimp atlanta casino lennon mouse hacker hawkeye theone
        catfish sailor nfnmzyf tattoo pervert barbie maxima nipples machine trucks rocks tornado lights bubble
        pegasus madman browns target eatme dilbert baller lesbian shooter xfiles seattle qazqaz cthutq amateur
        prelude corona freaky malibu integra pussies iloveu dragons monkey1 unicorn bobcat stealth peewee openup
        zaqwsx shotgun trigger bruins coyote joker dollar lestat rocky1 hottie random smiley sweety snake chipper
        woody samurai gizmo maddie flipper express hjvfirf moose cessna piglet polaris teacher cookies scully fatboy
        wicked balls tickle bunny dfvgbh foobar transam pepsi fetish oicu812 toshiba sunday booty gambit impala
        hooker lancer knicks stinger redneck squirt siemens blaster trucker subaru ibanez manson swinger reaper
        blondie mylove galaxy travel indiana skeeter master1 sugar ficken smoke bigone fucked marino escort smitty
        bigfoot babes larisa trumpet spartan valera babylon asdfghj stormy mister hamlet paladin skater indigo
        hornet indians karate hesoyam toronto chiefs buckeye hotsex charger redman passwor maiden storm garden
        pencil timber insane pizza jungle jesus1 aragorn 1a2b3c hamster david1 triumph techno lollol pioneer catdog
        fktrctq pascal shadow1 hobbit erotic blabla justme stones chrissy spartak goforit burger pitbull italia
        hunting colors kissme virgin pebbles emerald doggy racecar irina element zipper alpine basket goddess poison
        nipple sakura chichi huskers pussys q12345 blackie nicola rommel caserta omega sammy1 trojan philips nugget
        tarzan chicks bassman trixie anakin dodger bomber madness loser 123asd fatcat ybrbnf soldier warlock desire
        sexual babe westham andrei weed ladybug naked tintin bluesky onelove whore vfvjxrf titans truck hansolo
        blue22 smiles beagle panama flatron inferno connect poiuyt snatch qawsed juice blessed rocker snakes turbo
        sex4me finger jamaica mulder beetle passat plastic whiskey suck spunky magic1 monitor cactus exigen planet
        ripper teen spyder apple1 nolimit sluts sticky trunks pickles sailing delta rubber molly1 yomama jumper
        faster unreal cumming memphis nylons legion shalom pentium geheim funtime ferret orion curious niners
        cantona sprite philly pirates abgrtyu boeing sweets green1 jackoff moomoo martini biscuit drizzt colt45
        fossil snapper maniac salmon patriot nasty shasta asdzxc shaved cjkywt crimson twister oxford biggie condor
        ravens wolfman cosmos sharks banshee keeper foxtrot velvet black1 sesame dogs privet sunrise sucks legolas
        grendel ghost cats carrot frosty lvbnhbq blades frog coolio brownie groovy daytona pikachu peanuts licker
        hershey jericho ninja zaq123 lobster goblin strider shogun kansas amadeus seven7 jason1 neptune muscle
        oldman rfrfirf getsome showme obiwan danni tanker maestro tarheel anubis anal newlife gothic shark fighter
        blue123 blues 123456z princes slick chaos sabine python test1 mirage devil clover tequila surfing delete
        potato chubby baggins fusion sooners buttons moscow mature dagger dima stimpy asdf123 iverson byteme swallow
        liquid lucky7 nymets cracker bigguy miami bugger nimrod tazman newpass doodle powder gotcha dublin pepsi1
        milano grizzly woody1 knights photos nookie charly brasil scruffy poopie latino
        """#
}
