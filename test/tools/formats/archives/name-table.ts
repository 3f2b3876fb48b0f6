/** Encoding, by its Python name, to file names that programs of the language wrote into archives. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  cp437: [
    'résumé.txt',
    'Ünïcode/straße.txt',
    'Müller GmbH Rechnung.pdf',
    'ñandú.txt',
    'Bücher/Größe.txt',
    'été/forêt.jpg',
    'Año 1999.txt',
    'smörgåsbord.txt',
    'Überweisung.txt',
  ],
  cp852: [
    'Zażółć gęślą jaźń.txt',
    'Příliš žluťoučký kůň.txt',
    'Dokumenty/Umowa kupna sprzedaży.doc',
    'Fényképek/Nyár.jpg',
  ],
  cp1250: [
    'Zażółć gęślą jaźń.txt',
    'Příliš žluťoučký kůň.txt',
    'Faktura září.pdf',
    'Życzenia świąteczne.doc',
    'Smlouva o dílo.doc',
    'Žádost.doc',
  ],
  cp1252: [
    'résumé.txt',
    'Größe.txt',
    'São Paulo.txt',
    'garçon.txt',
    'été/forêt.jpg',
    'père noël.txt',
    'Año nuevo.doc',
    'Blåbærgrød.txt',
    'Crème brûlée.txt',
  ],
  cp866: ['привет.txt', 'Новая папка/Документ.doc', 'отчет 2005.xls', 'Фото/Лето.jpg'],
  cp1251: ['привет.txt', 'Новая папка/Документ.doc', 'Фото/Лето.jpg'],
  'koi8-r': ['привет.txt', 'Новая папка/Документ.doc', 'ПРИВЕТ'],
  cp932: [
    '日本語テスト.txt',
    '表.txt',
    '漢字.txt',
    '新しいフォルダ/写真.jpg',
    'ソフト表示能力.txt',
    '見積書2020年.xls',
    'ABC株式会社.pdf',
    '第1章 はじめに.txt',
    '資料/会議.doc',
  ],
  gbk: ['新建文件夹/文档.txt', '中文.txt', '北京大学.pdf', '使用手册.pdf', '下载必看.txt', '会议纪要.doc', '照片.jpg'],
  big5: ['新資料夾/文件.txt', '臺灣大學.pdf', '報告2020.doc', '使用手冊.pdf', '照片.jpg', '會議記錄.doc'],
  'euc-kr': ['새 폴더/문서.txt', '한국어.txt', '사진.jpg', '보고서 2020.doc', '회의록.hwp', '테스트.txt', '자료.zip'],
};

/** Encodings that were used only on Unix. */
export const UNIX_NAMES: Readonly<Record<string, readonly string[]>> = {
  'euc-jp': ['日本語テスト.txt', '漢字.txt', 'はじめに.txt', '請求書.pdf'],
};
