/* Values of options in words, by option and value. */

export default {
  quality: {
    screen: 'Para pantallas, pequeño',
    ebook: 'Para lectores',
    default: 'Equilibrado',
    printer: 'Para impresoras',
    prepress: 'Para imprenta',
    minimum: 'Lo más pequeño posible',
    insane: 'Lo mejor posible, grande',
  },
  compression_level: {
    low: 'Un poco',
    medium: 'Media',
    high: 'Lo máximo posible',
  },
  color: {
    rgb: 'Color',
    cmyk: 'Tintas (CMYK)',
    gray: 'Gris',
    1900: 'Como en 1900',
    1980: 'Como en 1980',
    colored: 'Vivo',
    monochrome: 'Blanco y negro',
    negate: 'Negativo',
    sepia: 'Sepia',
  },
  orientation: {
    portrait: 'Vertical',
    landscape: 'Horizontal',
  },
  pictures: {
    none: 'Omitir',
    files: 'Como archivos aparte',
    inline: 'Dentro del texto',
  },
  channels: {
    stereo: 'Estéreo',
    mono: 'Mono',
  },
  resize_by: {
    px: 'Píxeles',
    perc: 'Por ciento',
    inches: 'Pulgadas',
    cm: 'Centímetros',
    mm: 'Milímetros',
  },
  resize_handling: {
    stretch: 'Estirar',
    keep_aspect_ratio_fill_black: 'Ajustar con negro alrededor',
    keep_aspect_ratio_fill_white: 'Ajustar con blanco alrededor',
    keep_aspect_ratio_fill_blurred: 'Ajustar con borde difuminado',
    keep_aspect_ratio_crop: 'Llenar y recortar',
    keep_aspect_ratio_fill_transparent: 'Ajustar con transparencia alrededor',
  },
  flip: {
    horizontal: 'Izquierda y derecha',
    vertical: 'Arriba y abajo',
    both: 'Ambos',
  },
  keep_metadata: {
    none: 'Quitar todo',
    copyright: 'Conservar los derechos de autor',
    all: 'Conservar todo',
  },
  icc: {
    none: 'Ninguno',
    srgb: 'sRGB',
    keep: 'Conservar',
  },
  tracked_changes: {
    accept: 'Aceptar',
    reject: 'Rechazar',
    show: 'Mostrar',
  },
  hidden: {
    exclude: 'Omitir',
    include: 'Mostrar',
  },
  effort: {
    fast: 'Rápido',
    balanced: 'Equilibrado',
    small: 'Pequeño',
  },
  hdr: {
    keep: 'Conservar',
    sdr: 'Convertir a colores normales',
  },
  deinterlace: {
    auto: 'Si hace falta',
    always: 'Siempre',
    never: 'Nunca',
  },
  denoise: {
    light: 'Un poco',
    medium: 'Media',
    strong: 'Mucho',
  },
  subtitles: {
    burn: 'Dibujar en la imagen',
    none: 'Omitir',
    keep: 'Conservar como pista',
  },
  soundtrack: {
    replace: 'Sustituir el sonido',
    mix: 'Mezclar con el sonido',
  },
  text_order: {
    reading: 'Como se lee',
    layout: 'Como está en la página',
  },
  alignment: {
    center: 'Centro',
    top: 'Arriba',
    bottom: 'Abajo',
    left: 'Izquierda',
    right: 'Derecha',
    top_left: 'Arriba a la izquierda',
    top_right: 'Arriba a la derecha',
    bottom_left: 'Abajo a la izquierda',
    bottom_right: 'Abajo a la derecha',
  },
  time_unit: {
    second: 'Segundos',
    minute: 'Minutos',
    hour: 'Horas',
  },
  stream: {
    all: 'Todo',
    audio: 'Sonido',
    video: 'Imagen',
    subtitle: 'Subtítulos',
  },
  crop: {
    media: 'Hoja entera',
    bleed: 'Con sangrado',
    trim: 'Tamaño cortado',
    art: 'Contenido',
  },
  engine: {
    libreoffice: 'LibreOffice',
    chromium: 'Chromium',
  },
  media: {
    print: 'Como impreso',
    screen: 'Como en pantalla',
  },
  audio_codec: {
    copy: 'Dejar como está',
    none: 'Sin sonido',
  },
  video_codec: {
    copy: 'Dejar como está',
  },
};
