/** Descriptions of everyday options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Width of the result in the unit of resize_by. Ignored with aspect_ratio.':
    '结果的宽度，单位由 resize_by 决定。设置 aspect_ratio 时无效。',
  'Width in pixels. The height keeps the proportions; with both, the picture fits into them.':
    '宽度（像素）。高度按比例变化；两者都设置时，图片缩放到其中。',
  'Width of the result in pixels. Alone: the height follows.': '结果的宽度（像素）。单独设置时，高度随之变化。',
  'Height of the result in the unit of resize_by. Ignored with aspect_ratio.':
    '结果的高度，单位由 resize_by 决定。设置 aspect_ratio 时无效。',
  'Height in pixels. The width keeps the proportions; with both, the picture fits into them.':
    '高度（像素）。宽度按比例变化；两者都设置时，图片缩放到其中。',
  'Height of the result in pixels. Alone: the width follows.': '结果的高度（像素）。单独设置时，宽度随之变化。',
  'Preset for quality against size; minimum is the smallest. May override other quality options.':
    '质量与大小的预设；minimum 最小。可能覆盖其他质量选项。',
  'How close the result is to the source: 100 is best and largest. Each target has its own scale, so the same number looks different in another one. Not together with lossless.':
    '结果与源文件的接近程度：100 质量最好，文件最大。每种格式有自己的标度，同一数值在不同格式中效果不同。不能与 lossless 同用。',
  'Stores the picture as a JPEG of this quality; 100 is best and largest. Left out: every pixel is kept exactly as it is.':
    '将图片存为此质量的 JPEG；100 质量最好，文件最大。不设置：每个像素都原样保留。',
  'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.':
    '画面质量，所有编码使用同一标度：90 与源文件难以区分，75 良好，50 可见损失。不设置：75。',
  'Quality of the pictures: higher is better and larger.': '图片质量：数值越高，质量越好，文件越大。',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Quality is reduced to reach it, down to 10. A size that cannot be reached is refused; the error names the smallest possible one.':
    '文件的最大大小：字节数，或带 KB、MB（千进制）或 KiB、MiB（1024）的数字。为此会降低质量，最低到 10。无法达到的大小会被拒绝；错误信息会给出可能的最小值。',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). Only max_file_size_resize changes the picture to reach it. A size that cannot be reached is refused; the error names the smallest possible one.':
    '文件的最大大小：字节数，或带 KB、MB（千进制）或 KiB、MiB（1024）的数字。只有 max_file_size_resize 会为此改变图片。无法达到的大小会被拒绝；错误信息会给出可能的最小值。',
  'Maximum size of the file: bytes, or a number with KB, MB (thousands) or KiB, MiB (1024). The picture becomes a JPEG, of quality 90 at first, reduced down to 10 if needed. A size that cannot be reached is refused; the error names the smallest possible one.':
    '文件的最大大小：字节数，或带 KB、MB（千进制）或 KiB、MiB（1024）的数字。图片变为 JPEG，质量先为 90，必要时降到 10。无法达到的大小会被拒绝；错误信息会给出可能的最小值。',
  'Maximum size in KiB; the result comes as close to it as possible.': '最大大小（KiB）；结果会尽量接近它。',
  'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.':
    '结果的最大大小，例如 16MB；比特率会相应选择。无法做到时会有警告。',
  'Video codec. copy keeps the picture of the source unchanged. Left out: copy if the target supports the codec and no option changes the picture, otherwise the first in the list.':
    '视频编码。copy 保持源画面不变。不设置：如果格式支持该编码且没有选项改变画面，则为 copy，否则为列表中的第一个。',
  'Frames per second, evenly spaced. Left out: as in the source.': '每秒帧数，间隔均匀。不设置：与源文件相同。',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25.':
    '每秒帧数，间隔均匀。不设置：与源文件相同，最多 25。',
  'Frames per second, evenly spaced. Left out: as in the source, up to 25. GIF counts hundredths of seconds, so rates that do not divide 100 come out uneven.':
    '每秒帧数，间隔均匀。不设置：与源文件相同，最多 25。GIF 以百分之一秒计时，不能整除 100 的帧率会不均匀。',
  'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.':
    '声音的播放速度，音高不变：2 为两倍速，0.5 为半速。',
  'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.':
    '播放得更快（大于 1）或更慢（小于 1）；音高不变。',
  'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.':
    'burn 将默认字幕轨（或第一条）绘入画面，none 去掉字幕。不设置：none，源文件有字幕时会有警告。',
  'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.':
    'keep 将字幕存为可在播放器中关闭的轨道，burn 将默认字幕轨（或第一条）绘入画面，none 去掉字幕。不设置：keep。',
  'Turns pages clockwise. Each item names the pages and the angle.': '顺时针旋转页面。每一项指定页面和角度。',
  'Turns the picture clockwise, in degrees.': '顺时针旋转图片，单位为度。',
  'Codec inside the file.': '文件内的编码。',
  'Codec inside the file: amr_nb is telephone quality (8 kHz), amr_wb is wideband (16 kHz).':
    '文件内的编码：amr_nb 为电话音质（8 kHz），amr_wb 为宽带（16 kHz）。',
  'Codec inside the file: uncompressed samples, or lossless compression.': '文件内的编码：未压缩的采样，或无损压缩。',
  'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.':
    '文件内的编码。如果格式能够容纳，copy 保持源音频不变。',
  'Audio codec. copy keeps the sound of the source unchanged, none removes it. Left out: copy if the target supports the codec and no option changes the sound, otherwise the first in the list.':
    '音频编码。copy 保持源声音不变，none 去掉声音。不设置：如果格式支持该编码且没有选项改变声音，则为 copy，否则为列表中的第一个。',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space.':
    '结果的比特率（kbit/s）：越高音质越好，占用空间越大。',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Usable with audio_codec aac only.':
    '结果的比特率（kbit/s）：越高音质越好，占用空间越大。只能与 audio_codec aac 同用。',
  'Bitrate of the result in kbit/s: higher sounds better and takes more space. Not together with audio_vbr.':
    '结果的比特率（kbit/s）：越高音质越好，占用空间越大。不能与 audio_vbr 同用。',
  'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.':
    '声音的比特率（kbit/s），用于有损编码。不设置：每声道 64，单声道 80。',
  'Start of the part to keep, as HH:MM:SS from the beginning.': '要保留部分的起点，从开头算起，格式为 HH:MM:SS。',
  'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.':
    '要保留部分的起点，格式为 HH:MM:SS 或 HH:MM:SS.mmm。不设置：开头。',
  'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.':
    '要保留部分的终点，从开头算起，格式为 HH:MM:SS。必须在 start 之后。',
  'End of the part to keep. Must be after start.': '要保留部分的终点。必须在 start 之后。',
  'Brings the loudness to a target level, chosen by the other normalize options.':
    '将响度调整到目标电平，由其他 normalize 选项决定。',
  'Stretches brightness over the full range, which strengthens the contrast.': '将亮度扩展到整个范围，从而增强对比度。',
  'Pages to show, one picture per page: first, all, or a selection such as 1-3,5. For books, first is the cover if there is one. By default all pages of documents and TIFF pictures, and the first of other files.':
    '要显示的页面，每页一张图片：first、all 或如 1-3,5 的选择。对于书籍，如果有封面，first 就是封面。默认显示文档和 TIFF 图片的所有页面，其他文件只显示第一页。',
  'Paper size to which every page is fitted. Not together with a custom page size.':
    '每页适配的纸张大小。不能与自定义页面大小同用。',
  'Portrait (upright) or landscape (wide) pages.': '纵向（portrait）或横向（landscape）页面。',
  'Joins all inputs, in their order, into one PDF.': '按顺序将所有输入合并为一个 PDF。',
  'Joins all inputs, in their order, into one sound. Each becomes a chapter, in formats that have these.':
    '按顺序将所有输入合并为一个音频。在支持章节的格式中，每个输入成为一章。',
  'Puts all inputs, in their order, and all their pages into one file. Without it each page becomes a separate file, and each input is converted separately.':
    '按顺序将所有输入及其全部页面放入一个文件。否则每页成为单独的文件，每个输入单独转换。',
  'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.':
    '按顺序将所有输入合成一个视频：视频依次相接，采用第一个的格式；或者图片各显示几秒。输入中的音频文件成为配音，字幕文件（srt、vtt、ass）成为字幕。',
  'Where to split the document: page numbers or ranges separated by commas; all for one document per page; blank for one per stretch between blank pages, which are left out; bookmarks for one per top-level bookmark, named after it (bookmarks:2 for two levels); text:WORDS for a new one at each page with these words; barcode for a new one at each page with a barcode or QR code, named after it (barcode:CONTENT for one that says exactly this; separator sheets that say PATCHT are left out); size:5MB for documents of at most that size. Pages before the first bookmark, text or code become a document too.':
    '在哪里拆分文档：以逗号分隔的页码或范围；all 表示每页一个文档；blank 表示空白页之间的每一段一个文档，空白页被略去；bookmarks 表示每个顶层书签一个文档，并以书签命名（bookmarks:2 表示两级）；text:词语 表示从每个含有该词语的页面开始新文档；barcode 表示从每个含有条形码或二维码的页面开始新文档，并以其内容命名（barcode:内容 仅限内容完全相同的码；内容为 PATCHT 的分隔页被略去）；size:5MB 表示每个文档不超过该大小。第一个书签、词语或条码之前的页面也成为一个文档。',
  'Recognises text in images and scans of the source (OCR).': '识别源文件图片和扫描件中的文字（OCR）。',
  'Languages of the text to recognise: codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Languages and scripts cannot be mixed.':
    '要识别的文字语言：如 eng 或 deu 的代码，或如 script-Latin 的文字名称，以逗号分隔，不加空格。语言和文字名称不能混用。',
  'Makes the result PDF/A (ISO 19005), for archives: part 1, 2 or 3 with all fonts embedded. Level b keeps how it looks, u also its text, a also its tags, which office documents and web pages bring along. Part 1 does not allow transparency; only part 3 keeps attached files. A document that cannot conform is refused. Not together with passwords, restrictions or color cmyk. true means 2b.':
    '将结果制作为用于归档的 PDF/A（ISO 19005）：第 1、2 或 3 部分，嵌入所有字体。b 级保留外观，u 级还保留文字，a 级还保留标签（办公文档和网页自带）。第 1 部分不允许透明；只有第 3 部分保留附件。无法符合的文档会被拒绝。不能与密码、限制或 color cmyk 同用。true 表示 2b。',
  'How small the file becomes: low is faster than medium, high takes several times as long.':
    '文件压缩的程度：low 比 medium 快，high 耗时数倍。',
  'How small the file becomes: low loses hardly anything, medium loses what is hard to see or hear, high loses more.':
    '文件压缩的程度：low 几乎没有损失，medium 损失难以看到或听到的内容，high 损失更多。',
  'Encrypts the archive with this password. Left out or empty: no encryption.':
    '用此密码加密压缩包。不设置或为空：不加密。',
  'Password needed to open the result. Adds one or replaces the old one.': '打开结果所需的密码。添加密码或替换旧密码。',
  'Password that lifts the restrictions of the result. Adds one or replaces the old one.':
    '解除结果限制的密码。添加密码或替换旧密码。',
  'Title of the book. Left out: that of the source.': '书名。不设置：源文件的书名。',
  'Author of the book. Left out: that of the source.': '作者。不设置：源文件的作者。',
  'Device that the book is made for, with its screen and features.': '书籍面向的设备，包括其屏幕和功能。',
  'Version of the drawing format: AC1009 is release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.':
    '图纸格式的版本：AC1009 为 12 版，AC1012 为 13，AC1014 为 14，AC1015 为 2000，AC1018 为 2004，AC1021 为 2007，AC1024 为 2010，AC1027 为 2013，AC1032 为 2018。',
  'Version of the PDF format that the result conforms to.': '结果符合的 PDF 格式版本。',
  'Version of the EPUB format. Left out: that of the source if it is an EPUB, else 3.':
    'EPUB 格式的版本。省略时：源文件为 EPUB 则与其相同，否则为 3。',
  'For DWG and DXF: model, the name of a layout, or all: the model and each layout with content, each as a page or picture. Left out: the model, or if it is empty the first layout with content.':
    '用于 DWG 和 DXF：model、布局的名称，或 all：模型和每个有内容的布局，各成一页或一张图片。不设置：模型；如果模型为空，则为第一个有内容的布局。',
  'Language and country of the voice that reads a text source aloud.': '朗读文本的语音的语言和国家。',
  'Language and country spoken in an audio source, whose speech becomes text. pt-FB is Portuguese of Brazil.':
    '录音中所讲的语言和国家，语音会转为文字。pt-FB 是巴西葡萄牙语。',
  'Maximum number of characters in a chunk. Only a single table row, code block or HTML block can be longer.':
    '每个分块的最大字符数。只有单独的表格行、代码块或 HTML 块可以更长。',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures.':
    '如何处理图片：none 去掉图片；files 生成包含文本和所链接图片文件夹的 zip。',
  'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures; inline embeds them in the text as data: addresses.':
    '如何处理图片：none 去掉图片；files 生成包含文本和图片文件夹的 zip；inline 以 data: 地址嵌入文本。',
  'Shared secret: makes the keyed variant (HMAC) of the digest. Left out: the plain digest.':
    '共享密钥：计算带密钥的摘要（HMAC）。不设置：普通摘要。',
  'Cost: the work doubles with each step. Left out: 10. The minimum is 4; lower values use 4.':
    '成本：每增加一级，计算量加倍。不设置：10。最小为 4；更小的值按 4 计算。',
  'Passes over each block: 3, 4 or 5. Left out: 3.': '每个块的处理遍数：3、4 或 5。不设置：3。',
  'Passes over each block: 3 or 4. Left out: 3.': '每个块的处理遍数：3 或 4。不设置：3。',
  'Base name of the result, without extension. Left out or empty: the name of the input.':
    '结果的文件名，不含扩展名。不设置或为空：输入的文件名。',
  'What to do with several output files: false packs them into one file, true offers each as a separate download.':
    '有多个输出文件时：false 将它们打包为一个文件，true 分别提供下载。',
  'With allow_multiple_outputs: if there are more files than this, they are packed into one file.':
    '与 allow_multiple_outputs 同用：文件数超过此值时，打包为一个文件。',
  'Converts nothing. The result is a plan as JSON: how it would be done, what the options would do, what would be lost, and how long it would take.':
    '不进行任何转换。结果是 JSON 格式的计划：如何进行、各选项的作用、会丢失什么以及需要多长时间。',
  'Whether each output has a receipt: what was read and written, by which programs and options, what was counted on both sides, and what is lost. Counting takes time.':
    '是否为每个结果附上凭单：读取和写入了什么、使用了哪些程序和选项、两侧各数出多少、丢失了什么。计数需要时间。',
  'What must not be lost, or the conversion fails: content is anything of the content, any also metadata and the effect of options. With none, or left out, there are warnings.':
    '不得丢失的内容，否则转换失败：content 指任何内容，any 还包括元数据和选项的效果。使用 none 或未指定时只有警告。',
  'Name of a predefined set of options. Options given with it override those of the preset.':
    '一组预定义选项的名称。同时给出的选项优先于预设。',
  'Password required to download the result. Printable ASCII characters.': '下载结果所需的密码。可打印的 ASCII 字符。',
};
