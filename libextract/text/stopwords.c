/* SPDX-License-Identifier: MIT */
/*
 * Frequent words of some languages: articles, pronouns, prepositions, conjunctions, auxiliary verbs, and a
 * few of those that any text is about. Running text has many of them, menus have few. Languages that
 * inflect need longer lists; of Chinese and Japanese they are characters. The lists that justext reads are
 * one hash table, so that a text is counted for all languages in one pass.
 */
#include "libextract/text/stopwords.h"

#include <string.h>

/* Longer ones are in no list. */
#define MAX_BYTES 32

/* clang-format off */
static const struct {
  const char *language;
  const char *words;
} lists[] = {
  { "en",
    "the of and to in a is that for it as was with be by on not he i this are or his from at which "
    "but have an had they you were their one all we can her has there been if more when will would "
    "who so no she other its may these what them than some him time into only do such my new about "
    "out also two any up first could our then most see me should after said your very between made "
    "many over like those did now even well where must people through how same work being because "
    "here before just under us while last might good still back both each own too much make every "
    "does against during get go know take think want off down never always another though without "
    "within however since until way around again why few am set use used using old long little "
    "world life part place day days year years week month number three four five second home house "
    "school family country state city government public business company group program system "
    "service information working works need needs help wants look looking seen got getting give "
    "given came come coming going gone went making took taken say says tell told thought known find "
    "found call called keep let put seem seems become became show shown left right next later early "
    "ago today end big small large great best better different important possible able real sure "
    "full high low free open less least several lot thing things something anything nothing "
    "everything everyone someone man woman men women child children person often ever yet already "
    "soon almost perhaps really quite rather probably simply actually together once across along "
    "among above below near behind upon toward towards inside outside per via whether either "
    "neither nor unless therefore thus else instead including according based doing done having "
    "itself himself themselves myself yourself yours ours shall don't it's i'm can't didn't doesn't "
    "that's i've you're isn't won't" },
  { "de",
    "der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es an "
    "werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war "
    "haben nur oder aber vor zur bis mehr durch man sein wurde sei hatte kann gegen vom können "
    "schon wenn habe seine ihre dann unter wir soll ich eines jahr zwei diese dieser wieder keine "
    "uhr seiner worden will zwischen immer was sagte gibt alle seit muss doch jetzt waren drei neue "
    "da ihm ihr ihren ihrer seinen seinem sehr hier ganz etwa ab ohne viel viele damit dabei "
    "während dies diesem diesen bereits weil selbst dort uns unser mich mir du denn also nun mal "
    "etwas andere anderen jeder beim wer wo warum würde wurden konnte sollen müssen einmal heute "
    "eben wegen davon dazu darauf hatten ob dieses mein kein" },
  { "fr",
    "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont "
    "avec ou son aux elle mais comme on nous sa cette ses ont été être leur fait deux même y ces "
    "bien aussi si tout entre sans peut tous après autres très je leurs où était lui dont encore "
    "moins vous notre avait ils faire depuis donc avant quand non autre contre alors sous chez "
    "votre ainsi toujours toute toutes celui ceux celle dit mon ma mes me moi te tu peu trop jamais "
    "rien car ni pendant jusque vers lors selon chaque plusieurs quelques afin parce puis ici là "
    "cela ça doit doivent peuvent soit sera serait avoir avons avez ai suis sommes êtes étaient vos "
    "nos eux elles cet dès comment pourquoi déjà beaucoup temps faut va vont" },
  { "es",
    "de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o "
    "este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos "
    "durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo "
    "otro otras otra él tanto esa estos mucho quienes nada muchos cual poco ella estar estas "
    "algunas algo nosotros mi mis tú te ti tu tus ellas es son fue era ser está están han ha he "
    "había hacer puede pueden sido tiene tienen cada si dos solo así aunque después mientras bien "
    "según tras menos hace parte aún además toda todas tan unas mismo misma años vez siempre sea "
    "eran fueron será cómo" },
  { "it",
    "di e che la il un a per in una non è sono si da come con del le dei nel alla i ha lo delle più "
    "al della gli anche ma se o dal sul dalla suo ad nella cui questo questa ai su loro ed stato "
    "essere alle tra due degli mi dopo solo ci tutti fra molto quando stata era chi io tutto ogni "
    "anni dove dalle sua prima suoi sia poi così quello perché senza quella hanno fatto fare può "
    "ancora sulla negli nelle nei dai sui sulle ne già stati tutte tutta altri altre altro noi lui "
    "lei voi mia mio miei tuo nostro nostra vostro li vi te me quindi mentre però invece proprio "
    "sempre oggi meno contro durante secondo parte tempo bene qui quale quali questi queste quelli "
    "qualche ho hai abbiamo siamo erano aveva avere deve devono dello nello dallo allo uno verso "
    "circa" },
  { "pt",
    "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele "
    "das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre "
    "era depois sem mesmo aos ter seus quem nas me esse eles estão você tinha foram essa num nem "
    "suas meu às minha têm numa pelos elas havia seja qual será nós tenho lhe deles essas esses "
    "pelas este fosse dele tu te vocês vos lhes meus minhas teu tua nosso nossa nossos nossas dela "
    "delas esta estes estas aquele aquela isto aquilo são sobre pode podem fazer faz ainda onde "
    "todos toda todas todo outro outra outros outras cada anos bem assim porque então durante "
    "contra desde após segundo vai vão deve dois duas apenas tão sempre parte pois" },
  { "nl",
    "de van een het en in is dat op te zijn voor met die niet aan er om ook als dan maar bij of uit "
    "nog worden door naar heeft tot wordt over ze hij werd was ik je wel meer al deze kan zo geen "
    "hun dit we jaar zou veel moet hebben haar wat na daar toen onder nu hem had waar wij zich mijn "
    "u men zal nieuwe tegen omdat eerste twee andere waren zeer mensen kunnen hier tussen weer "
    "zonder dus alle moeten heel kon sinds binnen ons hoe wie iets niets me mij jij jullie zij uw "
    "onze hen werden zullen gaan gaat maken toch eens alleen altijd steeds want terwijl toe af mee "
    "mag wil willen vanaf tijdens volgens vooral bijvoorbeeld echter elke elk iedereen zelf eigen "
    "goed per ten ter der den des" },
  { "pl",
    "w i na z się nie do to że jest o a jak od za po co ale dla przez tym są ze przy już tylko czy "
    "tak jego jej być które który która ich może lub oraz było był była będzie pod bardzo nawet "
    "tego też jeszcze także ma roku jednak kiedy gdy można tej by bez pan sobie mnie go mu ten ta "
    "te ja my on ona oni one ci więc między przed nad u we mi jako gdzie aby żeby jeśli których "
    "którym którzy której którą kto ktoś coś nic nim nich niej nią im ją was nas nam wam wszystko "
    "wszystkie wszystkich wszyscy każdy inne innych sam swoje swoich swój swojej swoim tych temu tę "
    "tą tam tu teraz potem zawsze nigdy były byli będą mają miał miała trzeba musi mogą mógł chce "
    "choć ponieważ bo niż ani albo około podczas według czyli bowiem zaś również właśnie jeden dwa "
    "lat czas mój moje nasz jestem no cóż dlatego wtedy razem raz przede został została zostały "
    "lata dni dzień dnia rok ludzi człowiek życia życie pracy praca świat świecie polski polska "
    "polskiej polsce kraju miasta mieście dom sprawy sprawie mówi powiedział powiedziała mówił "
    "twierdzi uważa wie wiem myślę chcę chcą chciał zrobić robić robi dostać iść mam mamy macie "
    "mieli mieć miało jesteśmy byłem byłby byłoby będę będziemy nowy nowe nowych nowa nowego dużo "
    "duże więcej mniej lepiej lepsze dobrze dobry dobra pierwszy pierwsza pierwsze pierwszym "
    "ostatni ostatnie ostatnich najbardziej największy każdego każdej wiele wielu kilka kilku "
    "kilkanaście niektórzy niektóre jednej jednego jednym jedną dwóch trzy trzech cztery pięć "
    "tysięcy tys mln proc zł dzisiaj dziś wczoraj jutro tygodniu miesiąca miesięcy godzin minut "
    "ogóle oczywiście prostu całkiem naprawdę przykład zresztą następnie znowu znów wraz oprócz "
    "zamiast wokół wewnątrz obok poza ponad wobec dzięki zgodnie jaki jaka jakie jakich jakim jaką "
    "skąd dokąd tutaj stąd dlaczego ile tyle dalej bliżej coraz takie takich takim taki taka taką "
    "tymi nimi nami wami jemu mną tobą ciebie tobie twój twoje moja mojego moich nasze naszej "
    "naszego naszych wasze swojego swoją swoimi siebie samym samej samo nikt niczego gdzieś jakiś "
    "jakieś jakaś jakby gdyby choćby czyż skoro gdyż zatem toteż jednakże natomiast owszem "
    "wprawdzie" },
  { "cs",
    "a v se na je že o s z do i to ve k pro za by ale si po jsou jako od jeho však při tak už jen "
    "který být která které nebo má co ze byl až před ještě také byla jak bylo podle může jejich nad "
    "není u byly tím mezi tom když pod já jsem jsme kde tento této tohoto její roku proti aby než "
    "kteří bude sice svou své svého svůj toho ani více pak jde mu mi mě ho ji jí jim nich něj něm "
    "ním ní nás nám vás vám my vy on ona oni ono ty ten ta ti tu tady tam teď kdo kdy kdyby kdyz "
    "proto protože pokud či zda ne ano něco někdo nic nikdo všechny všechno všech všichni každý "
    "jiné jiný jedna jeden jedno dva dvě tři další jsi jste byli budou budeme mají mám máme měl "
    "měla měli musí mohou mohl mohla mohli lze třeba bez během přes kolem kvůli díky vedle kromě "
    "mimo vůči včetně tedy totiž zatím dnes stále opět jenom pouze velmi hodně málo první sám sebe "
    "sobě můj moje náš naše váš vaše kterého kterou kterým kterých tomu těchto tyto tuto těch tato "
    "tou te ke ku nimi jimi nim takže aniž ač přesto právě prý snad asi například let čas jej bych "
    "bychom dne den rok život života lidé lidí člověk práce práci svět světa země české čr praze "
    "město města dům říká řekl řekla uvedl uvedla řekli ví vím myslím chce chci chtěl chtějí udělat "
    "dělat dělá získat mít mělo mohlo můžete můžeme musel muset nebyl nebyla nebylo nemá nemůže "
    "nejsou nový nová nové nových nového velký velké velká větší méně lépe dobře dobrý dobrá prvním "
    "poslední posledních nejvíce největší každého každé mnoho několik některé některých někteří "
    "jednoho jedné jednou dvou třech tří čtyři pět tisíc milionů procent korun včera zítra týden "
    "týdnu měsíc měsíců hodin minut vůbec samozřejmě prostě opravdu skutečně příklad ostatně poté "
    "potom znovu zase spolu společně místo uvnitř jaký jaká jaké jakých kam odkud sem proč kolik "
    "tolik dále dál pořád takové takový taková takových tomto touto těmito jimž jehož jejíž němž "
    "níž jež jenž svých svým svojí svoje vámi námi mnou tebe tobě tě tvůj moji mého našich našeho "
    "samo sami samy ničeho někde nějaký nějaké nějaká jakoby" },
  { "ru",
    "и в не на что с он а по как это но из у за к от так о же то было его для вы был или все бы я "
    "она если они мы до еще ещё только уже при чем во ее её их когда быть была были со того этого "
    "этой этом этот эта эти этих том тот та те тех который которая которое которые которых которого "
    "которой котором может можно также есть нет ни даже где мне меня тебя вас нас нам вам им ими "
    "него нее неё них нему ним себя себе свой свои своей своего своих своем ему ей чтобы потому "
    "поэтому однако после перед между под над без через про около время лет год года году более "
    "менее очень тоже там тут здесь теперь сейчас тогда потом всегда никогда надо нужно будет будут "
    "буду стал стала стали мог могут могли должен должны сам сама сами весь всего всех всем всё вся "
    "кто кого ничего чего чему тем ли ведь вот да хотя пока либо один одна одно два две три первый "
    "другие других другой такой такие таких тебе ты мой моя наш наши ваш является именно лишь почти "
    "несколько много раз из-за об обо ко числе среди против человек люди людей жизни дело день дня "
    "работы работа работе мир мире россии страны стране города дом деле рук слово словам говорит "
    "сказал сказала говорят говорил заявил отметил сообщил сообщает считает знает знаю думаю хочет "
    "хотел видел сделать делать делает сделал получил получить имеет имеют стоит нельзя новый новые "
    "новых новой большой больше меньше лучше хорошо первая первых последние последний последних "
    "самый самой самых каждый каждого многие многих многое некоторые некоторых одной одного одном "
    "одним двух трех четыре пять тысяч миллионов раньше позже вчера сегодня завтра недели месяц "
    "месяца месяцев часов часа минут назад вообще конечно просто совсем совершенно действительно "
    "например кстати впрочем причем затем вновь снова опять всё-таки вместе какой какие каких какая "
    "каким кроме вместо вокруг внутри возле прошлого этим этими этому тому теми такого такому таким "
    "такая моего моей моих мои твой своими своему своя свое нашей нашего наших вашей ними нами вами "
    "собой само самого ничто никто ничем нигде кто-то что-то где-то когда-то как-то чьи откуда куда "
    "туда сюда отсюда зачем сколько столько дальше далее благодаря согласно следует" },
  { "el",
    "και το του να η της την ο που με των τα για από είναι στο οι σε θα στην τον τη στη ότι ένα μια "
    "δεν τους στα κατά ως αλλά μας στον αυτό τις έχει στις στους ήταν σας μου σου μετά πολύ ή όπως "
    "όμως αυτή αυτά αυτός αυτές αυτοί αν κάθε πριν μόνο έναν ενώ μία μέχρι ακόμα ακόμη όταν δύο πως "
    "ένας μπορεί μην μη μέσα μεταξύ έχουν είχε είχαν όλα όλες όλοι όλη όλο όσο όσα γιατί χωρίς εδώ "
    "εκεί τώρα τότε πάντα ποτέ επίσης καθώς λοιπόν ώστε οποία οποίο οποίος οποίες οποίοι οποίων "
    "οποίους τι ποιος ποια κάτι κάποιος κάποια τίποτα κανένας εγώ εσύ εμείς εσείς σαν προς παρά υπό "
    "επί ανά διά αντί εκτός λόγω σύμφωνα γύρω πάνω κάτω είμαι είμαστε ήμουν ας στ αυτού αυτής αυτών "
    "αυτόν αυτήν τόσο πιο πρέπει έχω έχουμε κι μέσω ούτε μάλιστα δηλαδή ίδιο ίδια άλλα άλλη άλλο "
    "άλλες άλλοι τρεις πρώτη χρόνια χρόνο ημέρα ημέρες μέρα μέρες κόσμο κόσμος άνθρωποι ανθρώπων "
    "άνθρωπος ζωή ζωής χώρα χώρας ελλάδα ελλάδας κυβέρνηση κυβέρνησης πόλη σπίτι δουλειά λέει είπε "
    "λένε λέω ξέρω θέλω θέλει θέλουν κάνει κάνουν κάνω έκανε έγινε γίνει γίνεται γίνονται υπάρχει "
    "υπάρχουν υπήρχε μπορούν μπορούμε μπορώ δίνει πάει έρχεται φαίνεται νέα νέο νέος νέες νέων "
    "μεγάλη μεγάλο μεγάλες μεγάλα μεγαλύτερη καλά καλύτερα καλό πρώτο πρώτος πρώτα τελευταία "
    "τελευταίο τελευταίες πολλά πολλές πολλοί πολλούς πολλών μερικά μερικές λίγο λίγα λίγες "
    "περισσότερα περισσότερο περισσότερες λιγότερο τρία τέσσερα πέντε σήμερα χθες αύριο φορά φορές "
    "στιγμή ώρα ώρες πρόκειται απλά απλώς βέβαια φυσικά πραγματικά πάλι ξανά μαζί έξω κοντά μακριά "
    "δίπλα απέναντι εναντίον παράδειγμα έτσι αυτούς εκείνη εκείνο εκείνος τέτοια τέτοιο εμένα εσένα "
    "εμάς εσάς δικό δική όποιος όποια όπου οπότε αφού εάν μήπως άρα ούτως δηλ είτε όχι ναι" },
  /* Not for justext, which counts pieces between white space, and whose results stay. */
  { "sv",
    "och i att det som en på är av för med den till inte de om ett har jag så var men man vi från "
    "kan du han eller när ska sig hade nu vid där under vara skulle mot då över mycket bara också "
    "efter få hur mer vad finns alla blir upp ut andra här detta kommer utan min sin ha vill än in "
    "två honom mig dig oss er dem deras hans hennes denna dessa sina sitt någon något några ingen "
    "inget inga många samma varje själv mellan genom innan redan sedan alltid aldrig även både medan "
    "därför eftersom dock kunde måste får gör göra gå går se ser säger blev blivit varit skall år "
    "dag första nya hela del lite bra" },
  { "da",
    "og i at det som en på er af for med den til ikke de om et har jeg så var men man vi fra kan du "
    "han eller når skal sig havde nu ved hvor under være skulle mod da over meget bare også efter få "
    "hvordan mer mere hva hvad finnes findes alle blir bliver opp op ut ud andre her dette kommer "
    "uten uden min sin ha vil enn end inn ind to ham meg mig deg dig oss os deres hans hendes hennes "
    "denne disse sine sitt noen nogen noe noget ingen intet mange samme hver selv mellom mellem "
    "gjennom gennem før allerede siden alltid altid aldri aldrig både mens derfor fordi dog kunne må "
    "får gjør gør gå går se ser sier siger ble blev vært været år dag første nye hele del litt lidt "
    "bra godt av ikkje ein eit dei frå" },
  { "fi",
    "ja on ei että se hän oli ovat mutta kun joka myös kuin tai jos niin mitä ole sen jo vain sekä "
    "hänen olla nyt vielä siitä tämä tässä jotka jonka jossa ne he me te minä sinä mikä mukaan "
    "kanssa voi voidaan vuoden vuonna ennen jälkeen kuitenkin sitten koska siis kaikki kaikkien "
    "paljon enemmän hyvin uusi olisi olleet ollut eivät en et emme muun muut muiden toinen yksi "
    "kaksi noin aikana välillä vuotta vuosi tämän tätä niiden niitä näin näitä sitä siinä siellä "
    "täällä tulee tuli saa sai pitää täytyy ilman kautta vastaan yli alle läpi jälleen aina usein "
    "ehkä sillä eli joten esimerkiksi itse oma omaa näiden" },
  { "hu",
    "a az és hogy nem is egy ez meg de már csak van volt mint vagy ha el ki kell én te ő mi ti ők "
    "azt ezt még lehet nagyon minden után be fel le ezek azok amely ami aki akik amit akkor most "
    "majd így úgy itt ott mert sem se sok több első két szerint között alatt által volna lesz lett "
    "voltak vannak lenne legyen neki nekem neked nincs pedig valamint illetve tehát ezért azonban "
    "például más egyik másik új nagy jó ilyen olyan ennek annak ebben abban ezzel azzal erre arra "
    "ezen azon számára felé óta ig miatt nélkül mellett előtt múlt év évben nap mind kis magyar" },
  { "ro",
    "și de în a la cu pe nu că o un din este pentru care mai se sa să au fost ce ale al ai cel cea "
    "cei cele lui ei lor prin dar sau ca după între fi sunt era eu tu el ea noi voi ele îl le îi mi "
    "ți ne vă am are avea acest această aceste acești acel acea unui unei unor fără foarte doar "
    "numai și-a s-a cum când unde dacă atunci acum aici acolo până către despre sub peste împotriva "
    "însă deci iar fie nici chiar tot toate toți toată alt altă alte alți ani anul timp primul doi "
    "două trei mult multe mulți bine poate pot trebuie va vor vom fiind astfel asupra fiecare "
    "același aceeași său sale săi" },
  { "tr",
    "ve bir bu da de için ile çok olarak daha ne gibi o kadar sonra ama var ben sen biz siz onlar "
    "her en ki mi mı mu mü değil olan olduğu olduğunu oldu ise ya veya hem diye şey şu göre kendi "
    "bunu bunun onun onu ona bana sana bize size beni seni bizi sizi nasıl neden niçin kim hangi "
    "bazı tüm bütün hiç yok iki ilk yeni büyük iyi önce şimdi zaman yıl yılında gün üzere karşı "
    "doğru içinde arasında üzerinde tarafından ancak fakat çünkü eğer yine bile artık sadece ayrıca "
    "oldukça böyle öyle etti dedi eden etmek olması olacak olur vardı yaptı yapılan diğer bin tek "
    "birlikte" },
  { "uk",
    "і в у на не з що та до як за це він але про від є я ми ви вони вона воно його її їх який яка "
    "яке які якого якій яких для або по так був була було були бути чи також вже ще тільки при після "
    "перед під над між через без цього цей ця ці цих той те тому тим там тут де коли якщо щоб мене "
    "мені нас нам вас вам їм йому їй себе свій свої своїх своєї всі всіх все весь може можна треба "
    "має мають року роки рік час один одна два дуже більше менше інші інших сам сама навіть однак "
    "проте тоді зараз завжди лише саме разом проти серед із зі й україни україні каже сказав "
    "сьогодні" },
  { "ar",
    "في من على إلى أن عن مع هذا هذه ذلك التي الذي الذين كان كانت قد لا ما لم لن هو هي هم أنه أنها إن "
    "بعد قبل بين كل كما أو ثم حتى حيث عند عندما منذ خلال غير بعض أي أكثر لكن ولكن وقد ولا وهو وهي "
    "وفي ومن وأن وكان إذا لو ليس ليست يكون تكون يمكن يجب لدى لها له لهم به بها فيه فيها منه منها "
    "عليه عليها إليه إليها نحو ضد حول دون تحت فوق أمام نفس جميع أيضا فقط هناك هنا الآن اليوم عام سنة "
    "أول آخر عدد كبير كبيرة مثل بشكل بسبب وذلك أنا نحن أنت كانوا يتم تم" },
  { "he",
    "של את על לא זה הוא היא עם גם כי או אם מה יותר כל אני אתה הם הן אנחנו היה היתה הייתה היו יש אין "
    "רק כמו אבל אל מן בין אחרי לפני עד כדי אשר זו זאת אלה אלו אותו אותה אותם שלו שלה שלהם שלי שלך "
    "שלנו לו לה להם לי לך לנו בו בה בהם ממנו ממנה איך למה מי איפה מתי כאשר כך כן עוד כבר תמיד שוב "
    "אחד אחת שני שתי ראשון אחר אחרת אחרים ידי להיות יכול יכולה צריך מאוד מאד הרבה פחות ביותר שנה "
    "שנים יום היום עכשיו כאן שם פי לפי ללא נגד תחת מעל במהלך בתוך לאחר" },
  { "fa",
    "و در به از که این را با است برای آن یک تا خود بر هم نیز شد شده می کرد ها های بود اما یا ما او "
    "من شما آنها دو هر پس اگر وی کند کنند باید همه دیگر بین پیش بیش چه بی روی نمی دارد دارند داد "
    "هستند باشد شود شوند کرده سال روز مورد اند گفت همین همچنین چند ولی زیرا چون هنوز حتی بسیار تنها "
    "فقط طی ضد زیر بالا پایین درباره توسط ترین تر نه نیست نیستند بوده خواهد کنیم کنید آیا اینکه آنکه "
    "برخی هیچ چنین چگونه چرا کجا وقتی سپس قبل بعد اول ایران جهان" },
  { "hi",
    "के का की है में से को और पर ने यह कि भी हैं एक इस था नहीं तो ही कर या हो लिए गया वह थे थी जो "
    "रहा रही रहे किया अपने अपनी अपना उन इन उस साथ कुछ बाद तक जा सकता सकते सकती कहा लेकिन अब जब तब "
    "यहां वहां क्या कौन कैसे क्यों मैं हम आप तुम वे ये उनके उनकी इसके इसकी उसके उसकी मुझे हमें आपको "
    "सभी सब बहुत अधिक कम दो दिन साल समय होता होती होते होने करने करना करते करता जाता जाती जाते दिया "
    "गई गए हुए हुआ हुई वाले वाली वाला द्वारा एवं तथा अगर फिर पहले बीच अंदर बाहर" },
  { "vi",
    "và của là có trong cho được không với các một những để người này đã khi đến từ ra như về vào "
    "cũng nhiều tại sẽ đó trên theo phải hay năm lại nhưng còn hơn bị ở tôi chúng ta anh chị em họ "
    "ông bà mình bạn nó ai gì nào sao thế rất quá chỉ vì nên nếu thì mà do bởi sau trước giữa qua "
    "lên xuống mới nhất đang vẫn rồi làm biết thấy nói cần muốn hai ba mỗi mọi cả cùng đều nhau khác "
    "điều việc ngày nay đây kia ấy thể số" },
  { "id",
    "yang dan di dari untuk dengan ini itu dalam pada tidak adalah ke akan juga oleh karena ada saya "
    "kami kita anda mereka dia ia nya atau sebagai bisa dapat lebih telah sudah menjadi bahwa saat "
    "seperti namun tetapi tapi jika kalau maka setelah sebelum antara hanya masih banyak beberapa "
    "semua setiap para orang tahun hari satu dua pertama baru lagi sangat harus bagi hingga sampai "
    "secara agar sehingga serta selain tersebut lain sendiri kepada terhadap tentang atas bawah "
    "tanpa melalui ketika pun belum bukan apa siapa mana bagaimana mengapa kenapa sedang pernah "
    "selalu boleh mungkin besar kata" },
  { "ja",
    "の は に を が と で た し て い も な れ さ る ま す か ら こ あ う よ り く そ だ へ や つ け せ ど ね め ず ん え ち わ み お き" },
  { "zh",
    "的 了 是 在 和 有 我 他 她 它 们 們 这 這 那 不 也 就 都 而 及 与 與 或 一 个 個 上 下 为 為 之 以 于 於 到 从 從 对 對 说 說 会 會 要 可 能 着 "
    "著 过 過 把 被 让 讓 向 但 并 並 因 所 其 此 你 您 来 來 去 很 还 還 又 更 最 里 裡 裏 后 後 前 时 時 没 沒 么 麼 什 吗 嗎 呢 吧 啊 自 己 等 将 "
    "將 已 只 当 當 如 果 然 得 地 样 樣 些 多 人 出 使 由 给 給 想 看 做 两 兩 几 幾 每 谁 誰 怎 则 則 且 虽 雖 却 卻 即 再 才 便 正 该 該" },
  { "ko",
    "이 그 저 및 수 것 등 있다 있는 있습니다 있을 있어 있고 있었다 하는 한 할 하고 했다 합니다 하지 하며 해 된 될 되는 됩니다 되어 된다 위해 위한 대한 대해 통해 "
    "따라 의해 그리고 그러나 하지만 또 또는 또한 더 때 때문에 같은 같이 다른 모든 많은 매우 가장 우리 내가 나는 저는 그는 이런 그런 어떤 무엇 아니라 아닌 없는 없다 "
    "없이 않은 않는 않고 에 은 는 가 의 도 로 으로 와 과 에서 지난 함께 후 중 전 오늘 다시 이후 당시 명 개 두 세 첫 이번 그의 것이 것을 것은 것으로 것이다 바로 "
    "잘 못 안 큰 새로운" },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (lists) == EXTRACT_N_FREQUENT_LANGUAGES);

/* Word -> the languages of justext that have it: bit l for lists[l]. Made once, never freed. */
static GHashTable *
get_table (void)
{
  static gsize made;

  if (g_once_init_enter (&made)) {
    GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

    for (guint l = 0; l < EXTRACT_N_STOPWORD_LANGUAGES; l++) {
      g_auto (GStrv) words = g_strsplit (lists[l].words, " ", -1);

      for (guint i = 0; words[i]; i++) {
        guint languages = GPOINTER_TO_UINT (g_hash_table_lookup (table, words[i]));

        g_hash_table_insert (table, g_strdup (words[i]), GUINT_TO_POINTER (languages | 1u << l));
      }
    }
    g_once_init_leave (&made, (gsize) table);
  }
  return (GHashTable *) made;
}

int
extract_stopwords_find (const char *language)
{
  gsize length = strcspn (language, "-_");

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    if (strlen (lists[l].language) == length &&
        g_ascii_strncasecmp (lists[l].language, language, length) == 0)
      return l;
  return -1;
}

const char *
extract_stopwords_get_language (guint language)
{
  return lists[language].language;
}

const char *
extract_stopwords_get_words (guint language)
{
  return lists[language].words;
}

/* Returns: FALSE if it would not fit. @lower: NUL-terminated. */
static gboolean
lower_case (const char *word, const char *end, char lower[MAX_BYTES])
{
  gsize n = 0;

  while (word < end) {
    if (n + 6 >= MAX_BYTES)
      return FALSE;
    if ((guchar) *word < 0x80)
      lower[n++] = g_ascii_tolower (*word++);
    else {
      n += g_unichar_to_utf8 (g_unichar_tolower (g_utf8_get_char (word)), lower + n);
      word = g_utf8_next_char (word);
    }
  }
  lower[n] = '\0';
  return TRUE;
}

void
extract_stopwords_count (const char *text, gsize length, ExtractStopwordCounts *counts)
{
  GHashTable *table = get_table ();
  const char *end = text + length;
  char lower[MAX_BYTES];

  for (const char *p = text; p < end;) {
    const char *word = p;
    guint languages;

    while (p < end && !strchr (" \t\n", *p))
      p++;
    if (p > word) {
      counts->words++;
      languages = lower_case (word, p, lower) ? GPOINTER_TO_UINT (g_hash_table_lookup (table, lower)) : 0;
      for (guint l = 0; languages != 0; l++, languages >>= 1)
        counts->stopwords[l] += languages & 1;
    }
    p++;
  }
}
