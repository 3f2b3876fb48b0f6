/**
 * Common letters in names, to distinguish encodings in which the same bytes are letters of another language. Counted in the translations of
 * Debian's programs, whose words (file, folder, picture, report) are common in names too.
 */

/** Two letters in a row, at least one beyond ASCII, with a space for the beginning or end of a word; 320 each. */
export const COMMON_PAIRS = {
  /** French, German, Spanish, Italian, Portuguese, Swedish, Danish, Norwegian, Dutch, Finnish, Icelandic, Catalan, Galician. */
  western:
    'ió|ão|ón|å |è | è|é | é|à |ó |än|ør|çã|ä |på|á |tä|és|aç|är|ál|nã|ör|tá|ré|ær| å|ië|sí|tà|fü|fö|vä|ín|rá|má|ér' +
    '|lä|fø|vá|ür|kä|té|ää|tø|nú|äl|ð |væ|ár|ë |nø| ä|én|ée|dé|lí|mé|sä|mä|ís|ív|øk|án|ça|úm|rä|né|í |éc|eï|ò | á|i' +
    'ð|äy|må|rí|æn|sã|gü| à|ïn|õe|ät|ét|ía|år|nä|tó| í|ül|rå|rà|äs|læ|tö|uò|ræ|pú|lå|ór|ån|ù |lé|jä|çõ|pç|tí|sé|aí|' +
    'pä|ër|ím|íd|ön|úb|øg|üs|hé| ú|ní|ém|éé|üb|ål|ña|nå|äi|ös|eç| ö|íb| ü|lö|ño|êt|mí|ún|iù|lü|añ|rü|ús|ró|só|hø|ås' +
    '|að|ól|äm|ód|hå|lá|ép|pé|có|kö|hä|iç|æt|ço|rø|sø|sæ|åd|éf|ué|vé|ú |nç|él|æs|àl|ße|jø|øy|ás|åt|rö|lø|úl|rã|ès|r' +
    'ð|uí|øt|øj|pá|äg|ià|äh|ðu|tü| ø|æl|øl|ví|ló|eë|và|ða|bé|èr|gå|ác|tè| ê|mó|áx|dí|mæ|ák|íc|iñ|ít|üh|ié|èn|lý|rè|' +
    'cé|ên|så|iá|üc|mö|ýð|ág|üt|ðv|øn|ög|ök|öt|øv|ír|öv|aï|eñ|áv|äv|kø|ná|bí|éd|bó|üg|hö| þ|ós|öl|ød|át|áb| ó|nö|ö ' +
    '|yö|ám|iä|æv|ês|hæ|bú|ën|öß|uá|úa|pí|wä|mè|mø|sá|cç|äo| æ|rú|øs|àc|ït|sö|ík|uï|cí|fä|já|ði|åp|gé|mò|öf|tå|mú|ö' +
    'd|äk|tã|ég|íg|vå|oñ| š|pó|øm|uð|ñe|æk|nü|há|èt|sü|næ|fé|üf|íl|ío|åk|åv|üd|íx|uç',
  /** Polish, Czech, Hungarian, Slovak, Slovenian, Croatian, Romanian. */
  central:
    'ă |či|oč|če|ač|í |ič|tă| î|în|ča| č|ož|iš|ži|ní| š|št|ná|é |ši|čn|ć |šč|că|ý |že|ál|šk|á |ză|né|eš|še|ás|uč|žn' +
    '|će|ť |eč|ný|už|čk|uć|ăr|tá|án|ža|és|rá|ít|ów|vá|ră|až|č |rš|má|té|př|át|ię|zá|să|lá|ár|rž|vý|oż|nă|ér|śc|áz|t' +
    'ó|oš|áv|ké|ać|eđ|oś|ło|lă|ež|ká|ę |ša|ře|sú|żn|vé|ó |mă|ąc|ą | ž|eć|lí|aš|ał|ła|uż|ís|ży| é|uš|đe|áj|én|jš|sá|' +
    'ču|iť|łą|ró|że|śl|úb|kó|lé|ân|kö|pí|čí|ík|ő |cí|dá|ať|nč|ją|ći|tí|éh|ęd|dł|ăt|fá|ám|gă|nš|ív|bł|sí|zí|ód|eś|yć' +
    '|ú |dă|łu|ác|ló|ül|ąd|eż|pă|ść|ří|ýc|ím|ír|ađ|šn|mé|ři|câ|eľ|ád|zé|ća|sé|ém|ů | ú|đu|yś|ńs|él|ęc|íc|ég|ăs|rč|r' +
    'é|vă|ín|rí|dž|ić|ór|čj|đa|ěn| á|jś|ép|mě|sł|bá|oł|tę|ší|ţi|ně|łę|öz| ć|fă|ią|čr|aż|ék|ań|ł |ję|şi|ző|ń |ží|iž|' +
    'ľa|ét|ž | ś| ř|tö|św|ęp|ě |žk|žu|ör|ęz|ág|oń|ví|eń|sť|ną|íl|jú|jí|š |zę|vš|dé|tő|ńc|zš|ż |tâ|öv|ký|ió|vě|lő|čl' +
    '|mí|wł|kł|év|gł|mó|ły|dí|oľ|oć|gó| ż|ým|ók|íč|ęt|íp|ćn|ýs|zą|łó|rü|tě|eá|úč|łn|ót|pé|pó|só|nú|iş|zó|ön|eł|čt|l' +
    'ž|ľk|lš|öl|ář|ól|zö|há|ođ|ât|rý|ół|ył|řá|uá|ću| ł|gé|dż|ău|ąz|âr|žd|úl|čo|tú|yž',
} as const;

/** The most common characters of each script. */
export const COMMON_CHARACTERS = {
  /** 300 characters, four of five in Chinese text. */
  simplified:
    '的用件文不无数在法有个字中为是出时名一语行符定使标选式表置项目对可到能输要列效和示入错录以作指设存或于未本已据器程分将值取类号包进新误大参型格接信加模显引制命除尔失间序上过没提支前被令部内息配库正动务组了后建户区打拉位重' +
    '多败如认称索下密开图小更度所省子码关应果空系查发斯签量需并同读持版地创您写换则现成键此变当从最记改否必亚理请操证合删解象克达统特复钥交服编软义须含默安找者节态结来只里这单告许非主处移函转启档方该外略期执它会工回状串段块自' +
    '印知获性色其口共第检限代任马之路允点国条超尼长属通始但次容卡布生全径警识阿匹运与比别像头利准归向调而消备载源连问级日止退计链按元束装集经巴体确意相每机面忽德至析',
  /** 300 characters, four of five. */
  traditional:
    '的用檔無不語定案法在式有字數使選目時個中示名設為是指出項列取標位件一入元要行輸以效稱錯可作資到號或已顯新本存未誤和能區除分錄動提格於表程引將組訊結值符文者開大令合模沒前對如置間重後正型失鍵支度加料建版更否過碼所變預內敗來' +
    '會立亞啟執下工空子果記小寫理多參上讀應發生包類單請被交鑰這此了器解需態拉體視得物至移成則圖系狀編最從您串換庫連方進非同端金套第機相印證路徑代之期國略關自並序找爾告只索斯含部頭統回準色援當按處容簽刪安明修克性共塊次其警線像' +
    '該裝命與別窗手制始息傳面主群籤整尼等密服利特複義規完改封長而影束任載源知轉點向由寬地忽古現外製比欄全擇併查停每接配原縮必及信排檢馬條但限頁確址何止範屬少段具巴題',
  /** 300 Chinese characters, nine of ten in Japanese text. */
  japanese:
    '定数用語名使行表文指示不合力字効列要無出設一値変失中時正成作敗書前込必入更対除実内取場式在終動可有型存子読関置最明間新引了削再能号認鍵生証大外開配告報形期番上方続検同警見接付情現照義後化部共得理長換限位複目制的発性切以全' +
    '下画選国信空含択準問先参所算約分索致識標囲保加署当者視始解記覧返小受範追和状演別法持処張態通単集利色確代個際日向像起求自完初予属構止幅適送拡縮項想非回計意応端常順圧度印割整移結元権容素他機命許暗異多重古区待進未違境果線右' +
    '令決言規左側操種特体装次詳秒序点本各例連類細互録直既展並呼頭査島復改停環白条替題件扱否二描依末高足隔族述辞訳統領翻与刷破象刻庫挿域符組知御様量格注影超密壊済来帰',
  /** 200 syllables, nine of ten. */
  korean:
    '이다니지을수에습는로를하시자없스가일의정어기파용서음리합사할트인한은오션위아터않문그있드대제보상만으값부름표옵치크모프함실작해패입데바력형전고나식소명키버여경행도중면된설업디되요라들열세메구블성못적개출비레목과호록변료류' +
    '동테령거잘화번미야조원마브환단내필타렉태장우했체현주코추연너복유간공재읽무안와분본항커계베반러당최포더르선십결때색었알또줄페려임래속방른진능절확접랜럼저텍백참카국칼처퍼법검템건각준',
} as const;
