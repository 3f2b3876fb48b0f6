/* Values of options in words, by option and value. */

export default {
  quality: {
    screen: 'Pour écran, petit',
    ebook: 'Pour liseuse',
    default: 'Équilibré',
    printer: 'Pour imprimante',
    prepress: 'Pour imprimerie',
    minimum: 'Le plus petit possible',
    insane: 'Le meilleur possible, lourd',
  },
  compression_level: {
    low: 'Un peu',
    medium: 'Moyen',
    high: 'Le plus possible',
  },
  color: {
    rgb: 'Couleur',
    cmyk: 'Encres (CMJN)',
    gray: 'Gris',
    1900: 'Comme en 1900',
    1980: 'Comme en 1980',
    colored: 'Vif',
    monochrome: 'Noir et blanc',
    negate: 'Négatif',
    sepia: 'Sépia',
  },
  orientation: {
    portrait: 'Portrait',
    landscape: 'Paysage',
  },
  pictures: {
    none: 'Omettre',
    files: 'En fichiers à part',
    inline: 'Dans le texte',
  },
  channels: {
    stereo: 'Stéréo',
    mono: 'Mono',
  },
  resize_by: {
    px: 'Pixels',
    perc: 'Pour cent',
    inches: 'Pouces',
    cm: 'Centimètres',
    mm: 'Millimètres',
  },
  resize_handling: {
    stretch: 'Étirer',
    keep_aspect_ratio_fill_black: 'Ajuster, noir autour',
    keep_aspect_ratio_fill_white: 'Ajuster, blanc autour',
    keep_aspect_ratio_fill_blurred: 'Ajuster, flou autour',
    keep_aspect_ratio_crop: 'Remplir et couper',
    keep_aspect_ratio_fill_transparent: 'Ajuster, transparent autour',
  },
  flip: {
    horizontal: 'Gauche et droite',
    vertical: 'Haut et bas',
    both: 'Les deux',
  },
  keep_metadata: {
    none: 'Tout retirer',
    copyright: 'Garder les droits d’auteur',
    all: 'Tout garder',
  },
  icc: {
    none: 'Aucun',
    srgb: 'sRVB',
    keep: 'Garder',
  },
  tracked_changes: {
    accept: 'Accepter',
    reject: 'Refuser',
    show: 'Afficher',
  },
  hidden: {
    exclude: 'Omettre',
    include: 'Afficher',
  },
  effort: {
    fast: 'Rapide',
    balanced: 'Équilibré',
    small: 'Petit',
  },
  hdr: {
    keep: 'Garder',
    sdr: 'Convertir en couleurs normales',
  },
  deinterlace: {
    auto: 'Si nécessaire',
    always: 'Toujours',
    never: 'Jamais',
  },
  denoise: {
    light: 'Un peu',
    medium: 'Moyen',
    strong: 'Beaucoup',
  },
  subtitles: {
    burn: 'Dessiner dans l’image',
    none: 'Omettre',
    keep: 'Garder comme piste',
  },
  soundtrack: {
    replace: 'Remplacer le son',
    mix: 'Mélanger au son',
  },
  text_order: {
    reading: 'Comme on lit',
    layout: 'Comme sur la page',
  },
  alignment: {
    center: 'Centre',
    top: 'Haut',
    bottom: 'Bas',
    left: 'Gauche',
    right: 'Droite',
    top_left: 'En haut à gauche',
    top_right: 'En haut à droite',
    bottom_left: 'En bas à gauche',
    bottom_right: 'En bas à droite',
  },
  time_unit: {
    second: 'Secondes',
    minute: 'Minutes',
    hour: 'Heures',
  },
  stream: {
    all: 'Tout',
    audio: 'Son',
    video: 'Image',
    subtitle: 'Sous-titres',
  },
  crop: {
    media: 'Feuille entière',
    bleed: 'Avec fond perdu',
    trim: 'Format rogné',
    art: 'Contenu',
  },
  engine: {
    libreoffice: 'LibreOffice',
    chromium: 'Chromium',
  },
  media: {
    print: 'Comme imprimé',
    screen: 'Comme à l’écran',
  },
  audio_codec: {
    copy: 'Laisser tel quel',
    none: 'Pas de son',
  },
  video_codec: {
    copy: 'Laisser tel quel',
  },
};
