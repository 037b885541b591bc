extension RankedPasswords {
    /// Ranks 3335 to 5000.
    static let third = #"""
        frontera daisymae hornyboy welcome123 tigger01 iwantsex rockydog brasilia southsid ghbdtn12 ctdfcnjgjkm
        gremlins michael8 123456789abc bigpimpi classic1 malcolm1 ganjubas funnyman 123456789n admin18533362
        biggdogg internet1 blowjobs 1jennife evgeniya pinewood justin12 89600506779 notredame million1 funhouse
        angeleye winter12 sweethea imperium salamandra stroller njdevils vittorio %%passwo rjyatnrf shadow13
        radiance toshiba1 killemall smallville landscap exploite damage11 dzxtckfd trader12 dragon88 23176djivanfros
        artofwar metal666 123456789qwerty sobriety karamelka roberto1 lizaveta 08154711 bluenote tazdevil katrina1
        bigfoot1 fatpussy nonrev67 qqqq1111 fairview voltaire qazxswedcvfr dickface lapdance bosstone danielit
        mounta1n player69 bluegill warcraft1 ilovemyself thetachi goodtimes blacksun chewbacca galatasaray centrino
        hendrix1 vlad1996 sarah123 nicholas1 123456zxc bugsbunny dominic1 freetime internat 159753852 mazinger
        inflames laracrof godofwar repytwjd water123 wallace1 qwertyasdfgh goldmine 777888999 holeinon blueline
        windstar newworld catfish1 flapjack robinhoo cyberonline gemstone indahous patrick2 qwerfdsa kingrich
        piramide college1 connect1 astroboy cvzefh1gkc ginger12 2wsxcde3 camaro69 qwertasdfg peter123 1qay2wsx
        camaroz2 trashman bonefish system32 azsxdcfvgb peterose iwantyou temp1234 blastoff 12233445 sexybaby
        brentfor pheasant thunders nokia5300 blingbling richard2 1diamond sensatio maverick1 clinton1 michael7
        dragons1 sunrise1 pizzapie 987412365 oceans11 748159263 palmetto 4r3e2w1q arsehole banderas silver12
        xboxlive sylvania littlebi valdemar isacs155 prettygirl newstyle skypilot sailormoon fatluvr69 jesuschrist
        country1 jedimast darkknight porn4life alfaromeo ghostman fnkfynblf vatoloco homebase 1111111111zz odysseus
        edwardss xsw21qaz firestor indians1 babycakes rhapsody death123 slayer66 1q2q3q4q5q mysterio thirdeye
        dima1996 darkwing jeronimo ronaldo9 peaches2 fellowes taylor12 epaulson makemoney oc247ngucz kochanie
        3edcvfr4 1234567z xthtgfirf sportste integra1 bungalow thejoker pussyeater tagheuer nikita123 muenchen
        annemari ironmaid george12 westcoast primetim panchito tooshort qwerty22 medicina w1w2w3w4 wargames andreas1
        scooters cuntlick slipknot1 handcuff leiceste chevyman hugecock psychnaut1 melbourn metalman yjdsqujl
        caitlin1 nikitina desperad aurelius john1234 whosyourdaddy slimed123 bretagne hotwheel roodypoo save13tx
        nokia3310 scott123 olivetti sysadmin hondacrx daddy123 grandprix whatthefuck 1223334444 police22 toronto1
        yardbird truckers scimitar pescator 12332112 qazxswed morkovka daniela1 789123456 123456789w nikolaus
        1111aaaa pervasive gfhnbpfy skeletor whitney1 delorean ishikawa morrisse qwer4321 123123qwe trafford
        sk84life 326159487 159875321 jailbird arrowhea qwaszx123 zaxscdvf catlover 13579246 vermont1 helloyou
        chevyz71 stargaze parolparol kelly123 goodnews astonvilla luckyboy rocheste trigger1 pepsicola miroslav
        96385274 fistfuck svetlanka lbfyjxrf 123123123q ronaldo1 pittbull gfhkfvtyn ghblehrb millerli halflife2
        dragon22 mulberry morrigan arhangel emachine bulldog2 redtruck casablan pepper12 arschloch cachorro hemicuda
        sonnyboy smarties kurosaki taekwond konfetka bennett1 jackson2 octavian feyenoord muaythai fktrcfylhjdyf
        1357911q sexslave fktrcfylhjdbx 89015173454 qwerty00 nyknicks 12344321q evenflow tightass whiskey1 anton123
        password4 yorkshir hellothe direwolf vaz21099 sorcerer comicbook kamehame denis123 2112rush geneviev
        matthew7 ironhead hot2trot ashley12 stealth1 guitarra bernard1 frankfur slacking asdasdas airforce1
        123456789qaz shotgun1 pacifica toosweet 11121314 1234qwerty energize hansolo1 larry123 cnjvfnjkju antonius
        fcbayern bellevue charlie9 izabella malishka rotterda 21125150 travelle hotpants garrett1 seven777 thomas01
        chevy454 brazzers azerty123 finalfan patricio northsta stallone cornholi hoopster sepultura grasshop
        babygurl proverbs reddragon tigerwoo superdup kakaroto 123qaz123 123456qaz maria123 ghbrjkmyj makemone
        sammyboy 380zliki theraven elvira26 tiramisu shannara papercut johnmish mustang7 bagpipes natashka 243462536
        sandy123 guderian newlife1 razorbac piazza31 puravida robert12 transam1 bubbadog steelers1 eightball
        superboy 4rfv5tgb samurai1 fuckslut colleen1 vfrcbvec q1w2e3r4t soldier1 19844891 mickeymouse password69
        watermel soccer15 ladybug1 abulafia tigerlil takehana bootneck wonkette bobby123 trustnoone phantasm
        132465798 t34vfrc1991 grimlock longbeac shadow123 jonathan1 cjrjkjdf westport 541233432442 chicago2 hellbent
        toughguy iskander whatisit scooter2 fgjrfkbgcbc adelphia vjhrjdrf adrenali jemoeder freedom7 firetruc
        gateways kusanagi centurion stalker1 ilovepor klootzak redsox04 kirill123 hammers1 yingyang 4904s677075
        patriot1 patrick9 redbirds makarova epiphone chelseafc blackrose primrose scooby12 1william defiant1
        stairway salamand cupcake1 password0 007james multisync harley01 tequila1 q8zo8wzq hunter01 temporar
        eatmeraw mrbrownxx sycamore ganymede 1111122222 london12 diogenes 135797531 blackber falcon16 darkjedi
        vfhvtkfl freestyl kukuruza marbella 44445555 bocephus hollydog gonefish godislove amanda18 rfpfynbg spoonman
        harry123 tigerman cdtnjxrf marillio scribble hardhead troopers dragon76 bassfish kasparov 19933991 eyecandy
        ukflbjkec halfpint 12345trewq bulldogg jesucrist flipside packers4 biteme69 silverfo knowledg westcoas
        minidisc martini1 alastair rasengan superbee getalife schlampe memyself 0147896325 12345678900987654321
        soccer14 realdeal bella123 celtics1 peterbilt ghbdtnbrb xcountry batman99 blablabl alhambra siemens1
        assmaste dashadasha wildrose bestfriend 1234rmvb sebastien chester2 winston2 fartripper 07831505 qazxsw21
        belochka password1234 daniel123 qpwoeiruty ferrari3 numbnuts lovepussy britneys chilidog 08522580 bluerose
        ricardo1 013cpfza ghbdtnghbdtn 3stooges gearhead greenbud toolshed ibill123 freelove weronika valerie1
        razdvatri greenwoo rfhjkbyf buttocks aqswdefr sonechka steeler1 nietzsch biscuit1 goodfood jledfyxbr
        sideshow fredderf bigwilly 12347890 12345671 fylhtqrf letitrid cthuttdyf bluearmy 10inches dollface
        babygirl1 blacksta lexingto canadien kukushka shadow69 ppspankp free4all 2w3e4r5t painkiller hoopstar
        dad2ownu qwe123asd hjvfyjdf gibsonsg duckling cuntsoup firefighter powerboo powermac 12345666 11924704
        25251325 sarasota berliner guatemal seagulls iloveyou! chicken2 qwerty21 010203040506 backlash teiubesc
        vonnegut gtxtymrf manunite lost4815162342 britney1 boondock colt1911 doma77ns anuradha rottweil fightclu
        birthday21 reviewpa aassddff lakers32 melissa2 jiujitsu 12345zxcvb nokia5310 happydays 1patrick newports
        broncos7 harrypot cachondo pepsione usmc1775 countach landrover cracksevi drumline a7777777 smile123
        quality1 superson elaine22 webhompass mrbrownx mamasita rockport jordan12 kfvgjxrf hockey12 seagrave
        chelsea2 marissa1 tommygun billy123 homersim amanda12 springst 111111aa westwind helpdesk annamari hopefull
        hhhhhhh1 mazdarx8 jennife1 gfhjkmxbr victoria1 gizmo123 sandrock positivo syncmast opensesa silicone
        duffbeer montagne hamburge paramedic smokeweed fabregas phantoms venom121293 manwhore notagain rfnthbyrf
        wildblue kelly001 dragon66 dothedew tyler123 reddrago promethe blackshe cruzazul incognito 383pdjvl lovecraf
        doraemon 19877891 transpor gargamel samsung2 locoman0 154ugeiu vfvfbgfgf neveragain nokia6303 saltanat
        gandalf2 sinfonia vibrator 43211234 cookies1 gtkmvtyb nazareth madhouse 123123321 foxtrot1 alpacino bookmark
        titsnass castaway fucklove moneymaker paperboy breakers westbrom brendan1 123asd123 thisisme welkom01
        51051051051 changeit autobahn gnasher23 sherman1 qwerzxcv dragon23 art131313 cxfcnmttcnm ranger99 favorite5
        skytommy abracada 102030405060 blacktop grizzly1 shemales durango1 11223344q supergirl vanyarespekt dickless
        srilanka nashvill 2sexy2ho jerrylee nolimit8 l8g3bkde pershing gobrowns 321456987 sailing1 gardenia
        sexmachine 314159265 123456789g dragon10 radioman google123 dthyjcnm password6 1234567890s nataliya perfecto
        aragorn1 arsenalf testing123 blackbox bullhead barbarian polaris1 frdfhbev gametime slipknot666 hfgcjlbz
        indianali telemark ghostrid preston1 wellcome verizon1 sayangku timeport sexy1234 deadlift 123qwe321
        asdfgh12 cadr14nu cortland stepanova sochi2014 bluegras orange44 marcopol deadmeat freddie1 katie123
        master99 centauri pinecone aceshigh 55832811 pepsimax coldfire limaperu charmed1 michelin alphaone christof
        just4you starflee jellyfis batman69 hihje863 crazyzil postov10 124578963 buckster iloveamy ohiostat
        nikolaeva buster11 cracker1 qwertyu1 edgewise ranger01 letmeinnow imissyou heathers woodduck scubadiv
        raffaele nikolaev dapzu455 lthgfhjkm amanda69 televisi fuckmenow mark1234 utyyflbq hunting1 ready2go
        accessno charger1 sweetie1 wtpmjgda dimensio pickles1 hellraiser 99887766 stepanov tokenbad bartende
        cidkid86 mooseman 12345678c bethany1 myfamily history1 lsutiger phydeaux dbrnjhjdbx drummers daisy123
        tangerine billyjoe clemson1 98745632 access12 naruto12 austin12 hammarby pxx3eftp greeneye satana666
        rhbcnbyjxrf dallastx michaelj fastback lyudmila eagleone kimberle soccer22 review69 sunny123 lakeland
        striker1 qwertyu8 digiview lovetits cellphon fortytwo roman123 12e3e456 littleman jadakiss vlad1997 xaccess2
        jessica0 macarena milleniu combat123654 ilovemom ilovekim avenger1 serendip malamute letmein6 vyjujnjxbt
        assa1234 student1 dixiedog gznybwf13 aq1sw2de3 hosehead teddy123 dgl70460 quicksilver tajmahal depechemode
        paulchen megamanx scarecro wormwood milwauke sexlover william3 solitari murzilka qweasdzxc1 vehpbkrf
        12312345 andre123 123456789x soccer17 teleport leglover bigcocks eagleeye bentley1 bigtits1 ferrari2
        secret12 tornado1 onelove1 1fuckyou nastyboy password5 mine2306 tigger69 bondage1 happyboy hardcore1
        misskitt 1charlie google12 charlie5 password7 djgabbab darthmau rasta220 chgobndg qwerty66 followme freeman1
        gtfullam chamonix friendste alligato 18821221 acun3t1x rfhfufylf plastic1 lookatme anabolic simon123
        bassline dasha123 tarheel1 xsw23edc qwerty123456789 imperator slaveboy house123 hellomoto bladerun zzzzzzz1
        take8422 fffffff1 ginuwine precious1 zigazaga johnpaul mama1234 iceman69 1thunder straycat candycan pfchfytw
        salvatio 23049307 jailbait dbjktnnf zaratustra waterpol pentium1 rosebowl steinway another1 chinacat
        qqqqqqq1 devilmaycry4 pullings qw12er34 celestia fortune12 danthema vfrfhjys chimaera pennywise sokrates
        spyglass esperanz matematika poiu0987 courtney1 fktyjxrf summer06 devildriver foucault choclate rjdfktyrj
        efbcapa201 pepsicol beszoptad intheass iseedeadpeople 89231243658s farside1 55556666 costarica 134679258
        nolimit9 michael6 12monkey redgreen good12345 acidrain studmuff senha123 allalone scarface1 helloworld
        smith123 memphis1 dfcbkmtd arachnid antonell christos surfing1 naruto123 ohiostate cdznjckfd superdog
        jacqueli maplelea pokemon12 zxcvbnmm falcons1 charlie6 19391945 dragon21 dirtyboy love4ever thunder2
        bubblegu 123456789qqq realtime studio54 sunghile summer05 ranger21 sugarbea principe cheerios jamesbond007
        karaganda note1234 loveporn monty123 monkey13 shadowfa qwedcxzas ptfe3xxp gblfhfcs ddddddd1 hakkinen
        liverune deathsta misty123 inferno1 hamradio rkfdbfnehf fastlane iddqdidkfa ledzeppelin sexyfeet lucifer1
        barbaria twisted1 darkwolf acerview treetops pornsite gfccdjhl veritech batterse casey123 q12345678 fuckmeha
        armadill lastochka tommy123 sasha1996 godslove cornbrea vfkmdbyf passmaster 123123123a skipjack martin12
        dogfight rfvbrflpt travesti caballer xakep1234 ricflair pervert1 ambulanc berserker bitch123 a987654321
        redhouse kennedy1 schneide year2000 netzwerk picasso1 swimmer1 blackbea dont4get 4815162342lost wrest666
        anonymou semprini forest11 wildroid candy123 jericho1 ilovehim goodtogo cranberr ghjcnj123 1972chev horsesho
        freedom3 letmein7 vfvfgfgfz toonporn 999111999q edelweis subwoofer disturbe volition 12345678z atlantida
        strekoza seagrams yy5rbfsc jack1234 eintrach nochance whitepower nokia8800 chinaman superduper professo
        tranmere tanstaaf ukflbfnjh flatline papercli 4z34l0ts pedigree freeride gsxr1100 ferdinan charlie7 2wsx1qaz
        loveboat dolittle 123123qweqwe jameson1 fucker69 fishfood rfnfcnhjaf 123456789t helicopt kristjan honeypot
        badgirls milkbone 123456789b qq123456789 54132442 qwertyytrewq andreeva ruffryde kristinka anna1987 335533aa
        amber123 456123789 456789123 1112131415 3141592654 wrinkle5 asd123456 78n3s5af michael0 squeaker cabowabo
        angel777 smallvil shadows1 littleon summer20 asterix1 aloysius pass1word ironpony 368ejhih pizza123
        1234567890qw abcde123 grendel1 harley12 kokakola azathoth shelley1 1bigdick omega123 jg3h4hfn jamielee
        zx123456 machine1 asdfgh123 sharkman extreme1 photoman 123459876 nokian95 qwer12345 themaster monkey10
        hockey99 bbbbbbb1 zinedine dolphin2 1superma winter01 kuleshov calavera sleepers lightsab magister shitbird
        galactus barkley1 dogbreat fullsail zxcvbnm12 elfquest savatage sevilia1 badkitty pebbles1 diciembr gabriel2
        1qa2ws3e welldone chessman heythere jjjjjjj1 fairmont pikachu1 49527843 redrider offsprin lovebird sorrento
        r3ady41t webster1 monkey99 slutwife 1pass1page hobiecat bigtymer comcast1 vasileva asdfghjkl1 12345678912
        fuckyou7 lifesuck 1234qwerasdf vlad7788 underpar huskies1 lovegirl alskdjfhg oldsmobi redrover methodman
        cutegirl countyli godisgood mironova 123qwe456rty rusty123 555666777 rjntyjxtr br00klyn timebomb makelove
        patrick7 42042042 buttmunc blackhol longwood seventee tinkerbel fedorova bodyshop gbpacker d1i2m3a4
        ghtpbltyn sergeevna hazelnut bridget1 hzze929b brethart ghbdtnbr1 emyeuanh gallaghe hardtime abcdef123
        leviatha mom4u4mm 808state primavera limabean goddess1 bullride 1234567d oliveoil leonard1 mexicano
        goodfellas mancheste hawkmoon schorsch rfhfntkm thor5200 compaq12 emanuele ozlq6qwm 3syqo15hil asdfghjkl123
        asfnhg66 gjkbyjxrf alex2000 maggie11 novartis cocoloco 554uzpad 1qwertyu fhntv1998 goodhead stratoca
        lonsdale 15987532 bigpimpin slowride sanity729 carolcox bustanut parabola masterlo computador crackhea
        dynastar rockbott doggysty wantsome froggies nokia7610 hunter11 alicante buttons1 diosesamo elizabeth1
        trustnoo amatuers m6cjy69u35 cookie12 mikey123 lebedeva 12345689 queenbee ghostdog bearshare rjcntyrj
        alinochka ghjcnjrdfibyj iqzzt580 nascar88 masyanya intranet shadow99 00096462 cvtifhbrb redeemed 62717315
        cobrajet antivirus berserke ikilz083 airedale brandon2 johanna1 danil8098 pendragon chrissie blowme69
        baseba11 joker123 zenit2011 cab4ma99 watchmen forgotte strummer freelanc cingular orange77 mcdonalds
        vjhjpjdf tombston dantheman megabyte ybrjkftdbx pacific1 coorslig yvtte545 klimenko cobblers kamehameha
        redriver triforce vittoria m1234567 fallout2 989244342a crazy123 1scooter griffin1 autopass george01
        boeing74 cuddles1 aaron123 1sexyred ffvdj474 buckwheat monster2 11qq22ww zx123456789 masterch lochness
        1234qwert zxcvbn12 caterham dolomite pericles sherbert irontree gangsta1 mahalkit lbhtrnjh 19922991 hopkins1
        tabbycat 11c645df critters hellothere 551scasi paloalto arcturus spider12 1357997531 datalife zxcvbn123
        1122112211 london22 biggirls lzbs2twz golakers sasha1995 mittens1 d1lakiss speedrac hellrais 159753258
        qwertyuiop123 playgirl crippler cheese12 edward12 gjhjctyjr shithole 201jedlz michael4 jamie123 romantik
        pittsbur thomas123 masahiro patrick8 datalore jackdani sasha2010 mwq6qlzo cnhjbntkm ilovejen hunter123
        hamster1 iluvporn alexsandr 777angel klingon1 benedikt inspecto wladimir hellspawn nick1234 golfer23
        kodaira52 yanochka buckfast roaddogg snakeeye fucker11 vfrfhjdf plokijuh emerald1 batman01 elementa footlong
        cthuttdbx eagle123 getsmart saun24865709 cnhtrjpf martina1 michael5 deerhunter happyone monkey77 123456789f
        crownvic strutter triumph1 moremone screwbal pernille independ master22 swetlana
        """#
}
