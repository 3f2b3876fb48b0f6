/* Values of options in words, by option and value. */

export default {
  quality: {
    screen: '画面用（小さい）',
    ebook: '電子書籍端末用',
    default: '標準',
    printer: 'プリンター用',
    prepress: '印刷所用',
    minimum: 'できるだけ小さく',
    insane: 'できるだけ高品質（大きい）',
  },
  compression_level: {
    low: '少し',
    medium: '中くらい',
    high: 'できるだけ',
  },
  color: {
    rgb: 'カラー',
    cmyk: 'インク（CMYK）',
    gray: 'グレー',
    1900: '1900年風',
    1980: '1980年風',
    colored: '鮮やか',
    monochrome: '白黒',
    negate: 'ネガ',
    sepia: 'セピア',
  },
  orientation: {
    portrait: '縦',
    landscape: '横',
  },
  pictures: {
    none: '含めない',
    files: '別のファイルとして',
    inline: '本文の中に',
  },
  channels: {
    stereo: 'ステレオ',
    mono: 'モノラル',
  },
  resize_by: {
    px: 'ピクセル',
    perc: 'パーセント',
    inches: 'インチ',
    cm: 'センチメートル',
    mm: 'ミリメートル',
  },
  resize_handling: {
    stretch: '引き伸ばす',
    keep_aspect_ratio_fill_black: '収める（周りは黒）',
    keep_aspect_ratio_fill_white: '収める（周りは白）',
    keep_aspect_ratio_fill_blurred: '収める（周りはぼかし）',
    keep_aspect_ratio_crop: '埋めて切り取る',
    keep_aspect_ratio_fill_transparent: '収める（周りは透明）',
  },
  flip: {
    horizontal: '左右',
    vertical: '上下',
    both: '両方',
  },
  keep_metadata: {
    none: 'すべて削除',
    copyright: '著作権情報を残す',
    all: 'すべて残す',
  },
  icc: {
    none: 'なし',
    srgb: 'sRGB',
    keep: '残す',
  },
  tracked_changes: {
    accept: '承認',
    reject: '却下',
    show: '表示',
  },
  hidden: {
    exclude: '含めない',
    include: '表示',
  },
  effort: {
    fast: '速い',
    balanced: '標準',
    small: '小さい',
  },
  hdr: {
    keep: '残す',
    sdr: '通常の色に変換',
  },
  deinterlace: {
    auto: '必要なら',
    always: '常に',
    never: 'しない',
  },
  denoise: {
    light: '少し',
    medium: '中くらい',
    strong: '強く',
  },
  subtitles: {
    burn: '映像に焼き込む',
    none: '含めない',
    keep: 'トラックとして残す',
  },
  soundtrack: {
    replace: '音声を置き換える',
    mix: '音声に混ぜる',
  },
  text_order: {
    reading: '読む順',
    layout: 'ページ上の配置どおり',
  },
  alignment: {
    center: '中央',
    top: '上',
    bottom: '下',
    left: '左',
    right: '右',
    top_left: '左上',
    top_right: '右上',
    bottom_left: '左下',
    bottom_right: '右下',
  },
  time_unit: {
    second: '秒',
    minute: '分',
    hour: '時間',
  },
  stream: {
    all: 'すべて',
    audio: '音声',
    video: '映像',
    subtitle: '字幕',
  },
  crop: {
    media: '用紙全体',
    bleed: '裁ち落とし込み',
    trim: '仕上がりサイズ',
    art: '内容',
  },
  engine: {
    libreoffice: 'LibreOffice',
    chromium: 'Chromium',
  },
  media: {
    print: '印刷どおり',
    screen: '画面どおり',
  },
  audio_codec: {
    copy: 'そのまま残す',
    none: '音声なし',
  },
  video_codec: {
    copy: 'そのまま残す',
  },
};
