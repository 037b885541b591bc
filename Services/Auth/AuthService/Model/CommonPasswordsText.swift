/// The words of ``CommonPasswords`` in alphabetical order, in two halves.
enum CommonPasswordsText {
    static let first = #"""
        !qaz2wsx 00000000 000000000 0000000000 00112233 01020304 0102030405 01234567 012345678 0123456789 0987654321
        10101010 10203040 102030405060 1029384756 11111111 111111111 1111111111 11112222 111222333 11221122 11223344
        1122334455 112233445566 12121212 121212121 1212121212 12131415 12211221 123123123 123321123 1233211234567
        12341234 12344321 123454321 1234554321 12345611 12345612 123456123 123456123456 123456654321 12345666
        12345677 12345678 123456780 123456781 1234567812345678 123456788 123456789 1234567890 12345678901
        123456789012 1234567890123 1234567890q 1234567891 12345678910 1234567899 123456789a 123456789q 123456789z
        12345678a 12345678q 12345679 123456798 1234567a 12345687 12345689 123456987 123456abc 123456qwerty 12345abc
        12345abcd 12345qwert 1234qwer 123654789 123698745 123abc123 123qwe123 123qweasd 123qweasdzxc 123qwerty
        13131313 1314520520 13579246 135792468 1357924680 14141414 147147147 147258369 147852369 14789632 147896325
        159159159 159357456 159753456 159951159 1a2b3c4d 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz
        1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 21212121 22222222 23232323 23456789 234567890 2468101214 246813579
        258258258 27182818 31415926 314159265 321654987 33333333 345678901 369258147 369369369 42042042 44444444
        456456456 50cent123 5201314520 55555555 66666666 69696969 741258963 741741741 741852963 77777777 77777777777
        789456123 789789789 852456951 852963741 87654321 876543210 88888888 888888888 88888888888 951753852
        963258741 963852741 987456321 987654321 9876543210 987987987 99999999 999999999 a1234567 a12345678
        a123456789 a123456a a1a1a1a1 a1b2c3d4 a1s2d3f4 aa123456 aa12345678 aaa111aaa aaa12345 aaaa1111 abc123123
        abc12345 abc123456 abc123abc abcabc123 abcd1234 abcd12345 abcdefgh abcdefghi abcdefghij access123 access14
        admin123 admin1234 admin12345 admin123456 adminadmin administrador administrator agent007 aini1314 alabama1
        alejandra alejandro alejandro1 alessandra alessandro alexalex alexander alexander1 alexandra alexandre
        alexey123 allahuakbar amanda123 amazon123 america1 american1 amoremio amormio1 andrea123 andrew123 andrey123
        android1 angel123 angel1234 angelangel angelica angelica1 angelina angels123 annaanna anthony1 anthony123
        antonio1 anything apple123 argentina arsenal1 arsenal123 arsenalfc as123456 asd12345 asd123456 asd123asd
        asdasdasd asdf1234 asdfasdf asdfgh123 asdfghjk asdfghjkl asdfghjkl; asdfjkl; asdqwe123 asdzxc123 ashley123
        asshole1 asshole123 australia australia1 autumn123 autumn2023 autumn2024 autumn2025 azerty123 azertyui
        azertyuiop baby1234 babyboy1 babydoll babygirl babygirl1 babygirl123 badboy123 badgirl1 bangladesh barcelona
        barcelona1 baseball baseball1 basketball basketball1 bastard1 batman12 batman123 bayern123 beatles1
        beautiful beautiful1 benfica1 benjamin benjamin1 berlin123 besiktas besiktas1903 bestfriend bestfriends
        bienvenido birthday birthday1 bismillah bitches1 blackberry blackbird blackcat blackjack blessed1 blessing
        blink182 blueberry bluebird bmw12345 bond0070 bonjour1 bonjour123 brandon1 brasil123 brazil123 brittany
        brittany1 brother1 brothers buddha123 budlight bugsbunny bullshit bullshit1 business buster123 buttercup
        butterflies butterfly butterfly1 california california1 callofduty camaro69 cameron1 canada123 candy123
        caonima123 carolina carolina1 caroline catarina catherine celtic1888 champion champion1 changeit changeme
        changeme1 charles1 charlie1 charlie123 charlotte cheese123 chelsea1 chelsea123 chelseafc chen1234 chicago1
        chicken1 chicken123 children chocolat chocolate chocolate1 chouchou christ123 christian christian1 christina
        christine christmas christmas1 christopher ciao1234 ciaociao ciaomamma cigarette cisco123 clave123 cocacola
        cocacola1 coffee123 college1 colombia colombia1 company1 company123 computer computer1 computer123
        contrasena contraseña cookie123 cookies1 corazon1 corinthians corona123 corvette corvette1 counterstrike
        courtney cowboys1 creation creative cristian cristian1 cristiano cristina crystal1 cupcake1 cuteness
        cutiepie cynthia1 d123456789 daddy123 daffyduck dallas123 dance123 dancer123 daniel123 daniela1 danielle
        danielle1 darkangel darkknight darkness darkside darling1 darthvader database david123 december december1
        december12 default1 default123 destiny1 destiny123 deutschland diamond1 diamonds dickhead dimadima dinamo123
        dmitriy1 docker123 doctorwho dolphin1 dolphin123 dolphins dolphins1 dominic1 dominique donald123 doudou123
        dragon01 dragon12 dragon123 dragonball dragonballz dragons1 dreamer1 dreams123 dropbox1 dumbledore eagles123
        edwardcullen elephant elephant1 elizabeth elizabeth1 elvis123 eminem123 emmanuel england1 england123
        espana123 estrella estrella1 eternity everton1 everything exodus123 facebook facebook1 facebook123 faith123
        falcon123 familia1 family123 fantasy1 fcbarcelona february fenerbahce fernanda fernando fernando1 ferrari1
        ferrari123 feyenoord fireball firebird fireman1 fishing1 fishing123 flamengo florida1 flower123 flowers1
        football football1 football123 forever1 forever123 forever21 foreverlove foreveryoung fortnite fortnite1
        france123 francesca francesco francesco1 francisco frankie1 freddie1 frederic freedom1 freedom123 friday13
        friends1 friends123 friendship frodo123 fuckoff1 fuckoff123 fuckyou! fuckyou1 fuckyou123 fuckyou2 fussball
        fussball1 gabriel1 gabriela gabriella gabrielle galatasaray galatasaray1 gandalf1 ganesha1 gangsta1 gangster
        gangster1 garfield geheim123 genesis1 genius123 george123 germany1 ginger123 giovanni giuseppe gladiator
        gmail123 godbless godfather godisgood godislove gold1234 goldberg golden123 goldfish goodboy1 goodbye1
        goodgirl goodluck goodluck1 goodmorning goodtimes google123 gorgeous graduate grandma1 greenday greenday1
        guestguest guillermo guitar123 gunner123 gunners1 gustavo1 hacker123 hackerman hallelujah hallo123
        hallohallo halloween handsome hannah123 happiness happy123 happyday hardcore hardcore1 harley123
        harleydavidson harrypotter harrypotter1 haslo123 haslo1234 hawaii50 heaven123 heineken hello!!! hello123
        hello1234 hello12345 hellohello hellokitty hellokitty1 helloworld hercules hiphop123 hobbit123 hogwarts
        hola1234 hola12345 holahola hollywood honey123 hotmail1 hotmail123 hottie123 houston1 hunter12 hunter123
        hurricane icecream icecream1 ichliebedich ihateyou ihateyou1 illusion ilovegod iloveher ilovehim ilovehim1
        iloveme1 ilovemom iloveu123 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3
        iloveyou4 iloveyou7 imissyou immortal1 india123 india1234 indonesia infinity infinity1 insanity internet
        internet1 intrepid iphone123 ireland1 ironmaiden ironman1 isabella isabelle italia123 ivan1234 ivanivan
        jackass1 jackdaniels jackpot1 jackson1 jaimatadi jamaica1 jamesbond jamesbond007 january1 jasmine1 jeffrey1
        jenkins1 jennifer jennifer1 jeremy123 jessica1 jessica123 jesus123 jesus4ever jesus777 jesuschrist
        jesusislord jesuslovesme jetaime123 jetaimejetaime jonathan jonathan1 jordan12 jordan123 jordan23 joseph123
        joshua123 justice1 justin123 juventus juventus1 juventus10 juventus123 k1234567 k123456789 katherine
        kathleen kawasaki keyboard killbill killer12 killer123 killerman kimberly kimberly1 king1234 kingking
        kingkong kisses123 knight123 kobebryant kochamcie kopilka1 kopilka123 kopilkakopilka krasotka krishna1
        kristina ladybug1 lakers24 lamborghini lauren123 lawrence leonardo leonardo1 letmein! letmein1 letmein123
        """#

    static let second = #"""
        letmeinn li123456 liberty1 lightning limited1 linkedin linkinpark linkinpark1 linux123 lionelmessi littleman
        liu123456 liverpool liverpool1 liverpoolfc lkjhgfdsa login123 loginlogin lollipop lollypop london123
        london2012 lordoftherings lorraine lovebird loveforever lovelife lovelove lovely123 loveme123 loverboy
        lovergirl loveyou1 loveyou123 lubimaya lucky123 lucky1234 lucky777 luckyluck lukeskywalker lyubimaya
        m123456789 madeline madison1 magic123 magnolia malaysia mamamama manager1 manager123 manchester manchester1
        manunited manutd123 margaret margarita maria123 marianne marihuana marijuana marina123 marina1987 marines1
        mariposa mariposa1 marlboro marlboro1 marseille marseille13 marshmallow martin123 martinez mashamasha
        master12 master123 masterkey matrix123 matthew1 matthew123 maverick maverick1 maxim123 melissa1 mercedes
        mercedes1 mercedesbenz messi123 metallica metallica1 mexico123 michael1 michael123 michaela michaeljackson
        michaeljordan michelle michelle1 mickey123 mickeymouse microsoft mierda123 miguel123 military minecraft
        minecraft1 minhasenha mischief misiaczek mnbvcxzlkj mnbvcxzx mohamed1 mohammad mohammed moiparol momanddad
        mommy123 monamour monday123 monica123 monitor1 monkey01 monkey12 monkey123 monkeys1 monster1 monster123
        moonlight moonlight1 moscow123 moskva123 motdepasse mother123 motherfucker motherlode motorola mountain
        mountain1 mouse123 mushroom music123 musica123 musicmusic mustang1 mustang123 mylove123 mypassword myspace1
        myspace123 mysql123 mystery1 napoli123 naruto123 nastya123 natalia1 natalia123 natalie1 natasha1 natasha123
        nathalie ncc1701d ncc1701e netflix1 newcastle newpassword newyork1 newyork123 newyorkcity nicholas nicholas1
        nichole1 nicolas1 nicole123 nightmare nikita123 ninja123 nintendo nirvana1 nirvana123 nobody123 nokia123
        nopassword northern notebook nothing1 nothing123 november november1 november11 november2 october1 october10
        oldpassword olivia123 omsairam operator oracle123 orange123 original p@ss1234 p@ssw0rd p@ssword pa$$word
        pakistan pakistan1 pakistan123 palmeiras panther1 papapapa paradise paradise1 paris123 parisparis parol123
        parol1234 parolparol pass1234 pass12345 pass123456 pass@123 passion1 passme123 passpass passw0rd passw0rd1
        password password! password* password1 passwords passwort passwort1 passwort123 patricia patricia1 patrick1
        patriots pauline1 peaches1 peanut123 penguin1 penguin123 pentagon pepper123 pepsi123 personal peter123
        phantom1 philippines phillip1 phoenix1 pictures pikachu1 platinum playboy1 playboy123 playgirl playstation
        pleasure poiuytrewq pokemon1 pokemon123 polska12 polska123 poohbear pookie123 porcupine porkchop porsche1
        porsche911 portugal portugal1 postgres postgres1 praise123 precious predator princesa princesa1 princesita
        princess princess1 princess12 princess123 princess2 private1 privet123 privetprivet professor progress
        pumpkin1 purple123 pussycat q1234567 q12345678 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx12
        qazwsx123 qazwsxedc qazwsxedcrfv qazxswedc qq123456 qq12345678 queen123 qwe12345 qwe123qwe qweasd123
        qweasdzx qweasdzxc qweqweqwe qwer1234 qwer4321 qwerasdf qwerqwer qwert123 qwerty01 qwerty11 qwerty12
        qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty77 qwertyqwerty qwertyui qwertyuiop
        qwertyuiop123 qwertz123 qwertzui qwertzuiop rabbit123 racecar1 rachel123 raiders1 rainbow1 rainbow123
        ranger123 rangers1 raspberry realmadrid realmadrid1 rebecca1 redbull1 reddevil redskins redwings remember
        revolver ricardo1 richard1 roadrunner robert123 roberto1 roblox123 robotics rocknroll rockstar rockstar1
        rodrigo1 rodriguez romantic ronaldo123 ronaldo7 rootroot rossiya1 runescape russia123 s12345678 s123456789
        sairam123 samantha samantha1 samsung1 samsung123 samuel123 samurai1 sandi123 sandra123 santiago sapphire
        saturday sayang123 sayangku schalke04 schatz123 school123 scooby123 scoobydoo scorpio1 scorpion scorpion1
        scotland seahawks sebastian sebastian1 secret12 secret123 security security1 security123 senha123 senha1234
        september september1 serenity sergey123 server123 sexyback sexybitch sexygirl sexylady shadow01 shadow12
        shadow123 shannon1 sharks123 sherlock sherlocked shopping sifre123 silence1 silver123 simpsons simpsons1
        singapore sister123 skateboard skater123 skittles skywalker slayer123 slipknot slipknot1 smokeweed420
        snoopy123 snowball snowflake soccer10 soccer12 soccer123 softball softball1 soldier1 soleil123 solnishko
        solnyshko somebody something something1 something123 sommer123 southpark sparkle1 sparky123 spartak1
        speedway spiderman spiderman1 spongebob spongebob1 spotify1 spring123 spring2023 spring2024 spring2025
        sqlserver squirrel stallion standard stargate starlight startfinish startrek starwars starwars1 stealth1
        steelers steelers1 stephanie stephanie1 stephen1 sterling steven123 stingray stoner420 strawberry student1
        student123 success1 success123 sugar123 summer01 summer12 summer123 summer2020 summer2021 summer2022
        summer2023 summer2024 summer2025 sunday123 sunflower sunflower1 sunnyday sunshine sunshine1 sunshine123
        superman superman1 superman123 supernatural supernova supersecret superstar superstar1 surfer123 survivor
        suzuki123 svetlana sweetheart sweetie1 sweetlove sweetpea sweety123 swimming swordfish system123 tamara123
        tarheels tatiana1 teacher1 teacher123 teamo123 teamoteamo teddybear temp1234 temporary temppass tennis123
        tequiero tequieromucho terminator test1234 test12345 tester123 testing1 testing123 testtest testtest1
        texas123 thankgod thankyou thebest1 thegreat theking1 thepassword theresa1 thomas123 thunder1 thunder123
        thx11380 tiamoamore tiffany1 tigers123 tigger01 tigger12 tigger123 tinkerbell titanic1 tomorrow toortoor
        topsecret tornado1 tottenham toyota123 training transformers traveler treasure trinity1 tristan1 trombone
        trouble1 trucker1 truelove truelove1 trustno1 trustnoone tupac123 tweety123 twilight twilight1 twitter1
        ubuntu123 unicorn1 unicorn123 universe university user1234 username usuario1 vagrant1 valentin valentina
        valentine valentine1 vampire1 vampire123 vanessa1 vanessa123 veronica veronica1 victoria victoria1 victory1
        victory123 vincent1 virginia vkontakte vladimir vodka123 voldemort volkswagen volleyball voyager1 w123456789
        wachtwoord wang1234 wang123456 warcraft warrior1 warriors waterfall watermelon weed4200 welcome! welcome01
        welcome1 welcome12 welcome123 welcome2 welcome3 welkom01 welkom123 whatever whatever1 whatever123 wildcat1
        wildcats william1 william123 williams willkommen windows1 windows10 windows7 windows98 windsurf winner123
        winston1 winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 wizard123
        woaini123 woaini1314 woaini520 wonderful worldofwarcraft wrestler wrestling wsxedcrfv ww123456 x1234567
        yahoo123 yamaha123 yankees1 yankees123 yellow123 yesterday yolanda1 yourpassword youtube1 youtube123
        z12345678 z123456789 z1x2c3v4 zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx123 zaqwsxcde zenit123 zeppelin zhang123
        zhang123456 zombie123 zvezda123 zx123456 zxasqw12 zxcasdqwe zxcvbnm, zxcvbnm,. zxcvbnm1 zxcvbnm123
        zxcvbnmasdfghjkl zxcvzxcv zxczxczxc zz123456 зайчик123 йцукен123 йцукенгш йцукенгшщз йцукенгшщзхъ люблютебя
        любовь123 наташа123 пароль12 пароль123 парольпароль привет123 приветпривет солнышко фывапрол фывапролд
        ячсмитьбю
        """#
}
