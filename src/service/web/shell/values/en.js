/* Values of options in words, by option and value. */

export default {
  quality: {
    screen: 'For screens, small',
    ebook: 'For reading devices',
    default: 'Balanced',
    printer: 'For printers',
    prepress: 'For a print shop',
    minimum: 'Smallest possible',
    insane: 'Best possible, large',
  },
  compression_level: {
    low: 'A little',
    medium: 'Medium',
    high: 'As much as possible',
  },
  color: {
    rgb: 'Colour',
    cmyk: 'Inks (CMYK)',
    gray: 'Grey',
    1900: 'Like 1900',
    1980: 'Like 1980',
    colored: 'Vivid',
    monochrome: 'Black and white',
    negate: 'Negative',
    sepia: 'Sepia',
  },
  orientation: {
    portrait: 'Upright',
    landscape: 'Sideways',
  },
  pictures: {
    none: 'Leave out',
    files: 'As files beside it',
    inline: 'Inside the text',
  },
  channels: {
    stereo: 'Stereo',
    mono: 'Mono',
  },
  resize_by: {
    px: 'Pixels',
    perc: 'Percent',
    inches: 'Inches',
    cm: 'Centimetres',
    mm: 'Millimetres',
  },
  resize_handling: {
    stretch: 'Stretch',
    keep_aspect_ratio_fill_black: 'Fit, black around it',
    keep_aspect_ratio_fill_white: 'Fit, white around it',
    keep_aspect_ratio_fill_blurred: 'Fit, blurred around it',
    keep_aspect_ratio_crop: 'Fill and cut off',
    keep_aspect_ratio_fill_transparent: 'Fit, transparent around it',
  },
  flip: {
    horizontal: 'Left and right',
    vertical: 'Top and bottom',
    both: 'Both',
  },
  keep_metadata: {
    none: 'Remove all',
    copyright: 'Keep the copyright',
    all: 'Keep all',
  },
  icc: {
    none: 'None',
    srgb: 'sRGB',
    keep: 'Keep',
  },
  tracked_changes: {
    accept: 'Accept',
    reject: 'Reject',
    show: 'Show',
  },
  hidden: {
    exclude: 'Leave out',
    include: 'Show',
  },
  effort: {
    fast: 'Fast',
    balanced: 'Balanced',
    small: 'Small',
  },
  hdr: {
    keep: 'Keep',
    sdr: 'Convert to normal colours',
  },
  deinterlace: {
    auto: 'If needed',
    always: 'Always',
    never: 'Never',
  },
  denoise: {
    light: 'A little',
    medium: 'Medium',
    strong: 'A lot',
  },
  subtitles: {
    burn: 'Draw into the picture',
    none: 'Leave out',
    keep: 'Keep as a track',
  },
  soundtrack: {
    replace: 'Replace the sound',
    mix: 'Mix with the sound',
  },
  text_order: {
    reading: 'As it is read',
    layout: 'As it lies on the page',
  },
  alignment: {
    center: 'Centre',
    top: 'Top',
    bottom: 'Bottom',
    left: 'Left',
    right: 'Right',
    top_left: 'Top left',
    top_right: 'Top right',
    bottom_left: 'Bottom left',
    bottom_right: 'Bottom right',
  },
  time_unit: {
    second: 'Seconds',
    minute: 'Minutes',
    hour: 'Hours',
  },
  stream: {
    all: 'All',
    audio: 'Sound',
    video: 'Pictures',
    subtitle: 'Subtitles',
  },
  crop: {
    media: 'Whole sheet',
    bleed: 'With bleed',
    trim: 'Trimmed size',
    art: 'Content',
  },
  engine: {
    libreoffice: 'LibreOffice',
    chromium: 'Chromium',
  },
  media: {
    print: 'As printed',
    screen: 'As on a screen',
  },
  audio_codec: {
    copy: 'Keep as it is',
    none: 'No sound',
  },
  video_codec: {
    copy: 'Keep as it is',
  },
};
