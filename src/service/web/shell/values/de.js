/* Values of options in words, by option and value. */

export default {
  quality: {
    screen: 'Für Bildschirme, klein',
    ebook: 'Für Lesegeräte',
    default: 'Ausgewogen',
    printer: 'Für Drucker',
    prepress: 'Für die Druckerei',
    minimum: 'So klein wie möglich',
    insane: 'So gut wie möglich, groß',
  },
  compression_level: {
    low: 'Ein wenig',
    medium: 'Mittel',
    high: 'So viel wie möglich',
  },
  color: {
    rgb: 'Farbe',
    cmyk: 'Druckfarben (CMYK)',
    gray: 'Grau',
    1900: 'Wie 1900',
    1980: 'Wie 1980',
    colored: 'Kräftig',
    monochrome: 'Schwarzweiß',
    negate: 'Negativ',
    sepia: 'Sepia',
  },
  orientation: {
    portrait: 'Hochformat',
    landscape: 'Querformat',
  },
  pictures: {
    none: 'Weglassen',
    files: 'Als Dateien daneben',
    inline: 'Im Text',
  },
  channels: {
    stereo: 'Stereo',
    mono: 'Mono',
  },
  resize_by: {
    px: 'Pixel',
    perc: 'Prozent',
    inches: 'Zoll',
    cm: 'Zentimeter',
    mm: 'Millimeter',
  },
  resize_handling: {
    stretch: 'Strecken',
    keep_aspect_ratio_fill_black: 'Einpassen, schwarz umgeben',
    keep_aspect_ratio_fill_white: 'Einpassen, weiß umgeben',
    keep_aspect_ratio_fill_blurred: 'Einpassen, unscharf umgeben',
    keep_aspect_ratio_crop: 'Füllen und abschneiden',
    keep_aspect_ratio_fill_transparent: 'Einpassen, durchsichtig umgeben',
  },
  flip: {
    horizontal: 'Links und rechts',
    vertical: 'Oben und unten',
    both: 'Beides',
  },
  keep_metadata: {
    none: 'Alles entfernen',
    copyright: 'Urheberrecht behalten',
    all: 'Alles behalten',
  },
  icc: {
    none: 'Keines',
    srgb: 'sRGB',
    keep: 'Behalten',
  },
  tracked_changes: {
    accept: 'Annehmen',
    reject: 'Ablehnen',
    show: 'Zeigen',
  },
  hidden: {
    exclude: 'Weglassen',
    include: 'Zeigen',
  },
  effort: {
    fast: 'Schnell',
    balanced: 'Ausgewogen',
    small: 'Klein',
  },
  hdr: {
    keep: 'Behalten',
    sdr: 'In normale Farben wandeln',
  },
  deinterlace: {
    auto: 'Wenn nötig',
    always: 'Immer',
    never: 'Nie',
  },
  denoise: {
    light: 'Ein wenig',
    medium: 'Mittel',
    strong: 'Stark',
  },
  subtitles: {
    burn: 'Ins Bild zeichnen',
    none: 'Weglassen',
    keep: 'Als Spur behalten',
  },
  soundtrack: {
    replace: 'Den Ton ersetzen',
    mix: 'Mit dem Ton mischen',
  },
  text_order: {
    reading: 'Wie man liest',
    layout: 'Wie es auf der Seite steht',
  },
  alignment: {
    center: 'Mitte',
    top: 'Oben',
    bottom: 'Unten',
    left: 'Links',
    right: 'Rechts',
    top_left: 'Oben links',
    top_right: 'Oben rechts',
    bottom_left: 'Unten links',
    bottom_right: 'Unten rechts',
  },
  time_unit: {
    second: 'Sekunden',
    minute: 'Minuten',
    hour: 'Stunden',
  },
  stream: {
    all: 'Alles',
    audio: 'Ton',
    video: 'Bild',
    subtitle: 'Untertitel',
  },
  crop: {
    media: 'Ganzes Blatt',
    bleed: 'Mit Anschnitt',
    trim: 'Beschnittene Größe',
    art: 'Inhalt',
  },
  engine: {
    libreoffice: 'LibreOffice',
    chromium: 'Chromium',
  },
  media: {
    print: 'Wie gedruckt',
    screen: 'Wie am Bildschirm',
  },
  audio_codec: {
    copy: 'Unverändert lassen',
    none: 'Kein Ton',
  },
  video_codec: {
    copy: 'Unverändert lassen',
  },
};
