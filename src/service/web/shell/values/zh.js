/* Values of options in words, by option and value. */

export default {
  quality: {
    screen: '屏幕用，较小',
    ebook: '阅读器用',
    default: '均衡',
    printer: '打印机用',
    prepress: '印刷厂用',
    minimum: '尽可能小',
    insane: '尽可能好，较大',
  },
  compression_level: {
    low: '一点',
    medium: '中等',
    high: '尽可能多',
  },
  color: {
    rgb: '彩色',
    cmyk: '油墨（CMYK）',
    gray: '灰度',
    1900: '1900 年风格',
    1980: '1980 年风格',
    colored: '鲜艳',
    monochrome: '黑白',
    negate: '负片',
    sepia: '棕褐色',
  },
  orientation: {
    portrait: '纵向',
    landscape: '横向',
  },
  pictures: {
    none: '不包含',
    files: '作为旁边的文件',
    inline: '在正文中',
  },
  channels: {
    stereo: '立体声',
    mono: '单声道',
  },
  resize_by: {
    px: '像素',
    perc: '百分比',
    inches: '英寸',
    cm: '厘米',
    mm: '毫米',
  },
  resize_handling: {
    stretch: '拉伸',
    keep_aspect_ratio_fill_black: '适应，四周黑色',
    keep_aspect_ratio_fill_white: '适应，四周白色',
    keep_aspect_ratio_fill_blurred: '适应，四周模糊',
    keep_aspect_ratio_crop: '填满并裁切',
    keep_aspect_ratio_fill_transparent: '适应，四周透明',
  },
  flip: {
    horizontal: '左右',
    vertical: '上下',
    both: '两者',
  },
  keep_metadata: {
    none: '全部删除',
    copyright: '保留版权信息',
    all: '全部保留',
  },
  icc: {
    none: '无',
    srgb: 'sRGB',
    keep: '保留',
  },
  tracked_changes: {
    accept: '接受',
    reject: '拒绝',
    show: '显示',
  },
  hidden: {
    exclude: '不包含',
    include: '显示',
  },
  effort: {
    fast: '快速',
    balanced: '均衡',
    small: '小',
  },
  hdr: {
    keep: '保留',
    sdr: '转换为普通颜色',
  },
  deinterlace: {
    auto: '需要时',
    always: '总是',
    never: '从不',
  },
  denoise: {
    light: '一点',
    medium: '中等',
    strong: '强',
  },
  subtitles: {
    burn: '画入画面',
    none: '不包含',
    keep: '保留为轨道',
  },
  soundtrack: {
    replace: '替换声音',
    mix: '与声音混合',
  },
  text_order: {
    reading: '按阅读顺序',
    layout: '按页面位置',
  },
  alignment: {
    center: '居中',
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
    minute: '分钟',
    hour: '小时',
  },
  stream: {
    all: '全部',
    audio: '声音',
    video: '画面',
    subtitle: '字幕',
  },
  crop: {
    media: '整张纸',
    bleed: '含出血',
    trim: '裁切后尺寸',
    art: '内容',
  },
  engine: {
    libreoffice: 'LibreOffice',
    chromium: 'Chromium',
  },
  media: {
    print: '如打印',
    screen: '如屏幕',
  },
  audio_codec: {
    copy: '保持不变',
    none: '无声音',
  },
  video_codec: {
    copy: '保持不变',
  },
};
