/** Descriptions of further options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default {
  'Whether encrypt_password also encrypts the names in the archive. Without it anyone who has the file can list them.':
    'encrypt_password 是否也加密压缩包内的文件名。否则任何拿到文件的人都能看到文件名。',
  'Splits the archive into volumes of this size, each a separate output: bytes, 65536 at least, or a number with KB, MB (thousands) or KiB, MiB (1024). At most 999 volumes are made.':
    '将压缩包分成此大小的分卷，每个分卷为单独的输出：字节数，至少 65536，或带 KB、MB（千进制）或 KiB、MiB（1024）的数字。最多生成 999 个分卷。',
  'Encoding of names in the input archive if the archive does not state it. Left out: the most likely one, with a warning if it is not UTF-8.':
    '输入的压缩包没有标明时，其中文件名的编码。不设置：最有可能的编码，不是 UTF-8 时会有警告。',
  'Sample rate of the result in Hz. Left out: that of the source, where the format has it.':
    '结果的采样率（Hz）。不设置：如果格式支持，则与源文件相同。',
  'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.':
    '声道数：立体声（2）或单声道（1）。不设置：如果格式支持，则与源文件相同。',
  'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.':
    '测量什么：ebu 为感知响度（EBU R128），rms 为平均电平，peak 为最高采样值。',
  'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.':
    '目标电平（dB），用于 normalize_type rms 和 peak。使用 ebu 时无效。',
  'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.':
    '目标响度（LUFS）。仅当 normalize_type 为 ebu 时有效。',
  'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.':
    '目标响度范围（LU）：轻声与响亮部分之间的差距。仅当 normalize_type 为 ebu 时有效。',
  'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.':
    '允许的最高真峰值（dBTP）。仅当 normalize_type 为 ebu 时有效。',
  'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.':
    '文件有多条音轨时（例如视频的多种语言）使用哪一条：1 为第一条，也是默认值。',
  'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.':
    '去除开头和结尾的静音：低于 silence_threshold 至少 0.05 秒的音频。',
  'Removes all silence, also within the audio, that lasts at least this many seconds.':
    '去除所有至少持续这么多秒的静音，包括音频中间的静音。',
  'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.':
    'trim_silence 和 remove_silence 所用的静音电平：低于此电平的音频视为静音，单位为相对于满刻度的 dB。不设置：-50。',
  'Volume of the result in percent of that of the source: 50 is half the amplitude, 200 twice. Peaks that would become too high are limited.':
    '结果的音量，为源文件音量的百分比：50 为一半振幅，200 为两倍。过高的峰值会受到限制。',
  'Seconds over which the sound fades in at the start.': '开头声音淡入的秒数。',
  'Seconds over which the sound fades out at the end.': '结尾声音淡出的秒数。',
  'Title of the result, instead of that of the source; empty: none.': '结果的标题，取代源文件的标题；为空：无标题。',
  'Artist of the result, instead of that of the source; empty: none.':
    '结果的艺术家，取代源文件的艺术家；为空：无艺术家。',
  'Album of the result, instead of that of the source; empty: none.': '结果的专辑，取代源文件的专辑；为空：无专辑。',
  'Artist of the whole album, instead of that of the source; empty: none.':
    '整张专辑的艺术家，取代源文件的专辑艺术家；为空：无专辑艺术家。',
  'Genre of the result, instead of that of the source; empty: none.': '结果的流派，取代源文件的流派；为空：无流派。',
  'Year or date of the result, instead of that of the source; empty: none.':
    '结果的年份或日期，取代源文件的年份或日期；为空：无日期。',
  'Track number, optionally with the total, instead of that of the source; empty: none.':
    '曲目编号，可附上总数，取代源文件的编号；为空：无编号。',
  'Comment of the result, instead of that of the source; empty: none.': '结果的备注，取代源文件的备注；为空：无备注。',
  'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.':
    '将第二个输入（JPEG、PNG、GIF、WebP 或 BMP 图片）用作封面，取代源文件中的图片。aac、ac3、amr、au、caf、eac3、mmf 和 wav 无法存储图片，因此会拒绝。',
  'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.':
    '朗读的嗓音：standard 为默认值，使用 espeak-ng 或运营者指定的命令；neural 使用运营者安装在语音模型文件夹中的嗓音，没有该语言的嗓音时会被拒绝。',
  'Leaves out the cover picture of the source.': '去掉源文件的封面图片。',
  'Bits of each sample. Left out: those of the source, where the format has them.':
    '每个采样的位数。不设置：如果格式支持，则与源文件相同。',
  'Average kbit/s of a variable bitrate. Not together with audio_bitrate.':
    '可变比特率的平均值（kbit/s）。不能与 audio_bitrate 同用。',
  'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.':
    '立体声可变比特率的平均值（kbit/s）。仅用于 vorbis 编码；不能与 audio_bitrate 同用。',
  'How a sample is stored: s signed, u unsigned, f floating point, then its bits, then le (little endian) or be (big endian).':
    '采样的存储方式：s 为有符号，u 为无符号，f 为浮点，其后是位数，最后是 le（小端序）或 be（大端序）。',
  'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.':
    'png：背景透明的图片；svg：矢量图；json：峰值数据，格式与 audiowaveform 写出的相同。',
  'Width in pixels, which is also the maximum number of peak pairs.': '宽度（像素），也是峰值对的最大数量。',
  'Height in pixels. No effect on json.': '高度（像素）。对 json 无效。',
  'Salt that is mixed into the password, which is the content of the input.': '混入密码的盐值，密码即输入的内容。',
  'Pages or frames to convert of a file that has several, one picture each: first, all, or a selection such as 1-3,5. Left out: all.':
    '文件有多页或多帧时要转换的页或帧，每个生成一张图片：first、all 或如 1-3,5 的选择。不设置：all。',
  'Unit of width and height: pixels, percent of the source, inches, centimetres or millimetres at the dpi.':
    '宽度和高度的单位：像素、源文件的百分比，或按 dpi 换算的英寸、厘米或毫米。',
  'Shape of the result as width:height. width and height are ignored with it.':
    '结果的形状，格式为 宽:高。设置后宽度和高度无效。',
  'What to do when the new size has another shape: distort the picture, keep its shape and fill the rest, or keep its shape and cut off what sticks out.':
    '新尺寸的形状不同时如何处理：拉伸图片、保持形状并填充其余部分，或保持形状并裁去超出的部分。',
  'DPI written into the result; also used to convert physical units of width and height to pixels.':
    '写入结果的 DPI；也用于将宽度和高度的物理单位换算为像素。',
  'Pixels to cut off at the top. Not together with a crop area.': '从上边裁去的像素数。不能与裁剪区域同用。',
  'Pixels to cut off at the bottom. Not together with a crop area.': '从下边裁去的像素数。不能与裁剪区域同用。',
  'Pixels to cut off at the left. Not together with a crop area.': '从左边裁去的像素数。不能与裁剪区域同用。',
  'Pixels to cut off at the right. Not together with a crop area.': '从右边裁去的像素数。不能与裁剪区域同用。',
  'Pixels from the left edge to the area to keep. Not together with cropping by sides.':
    '从左边缘到要保留区域的像素数。不能与按边裁剪同用。',
  'Pixels from the upper edge to the area to keep. Not together with cropping by sides.':
    '从上边缘到要保留区域的像素数。不能与按边裁剪同用。',
  'Width of the area to keep, in pixels. Not together with cropping by sides.':
    '要保留区域的宽度（像素）。不能与按边裁剪同用。',
  'Height of the area to keep, in pixels. Not together with cropping by sides.':
    '要保留区域的高度（像素）。不能与按边裁剪同用。',
  'Mirrors the picture: left and right, top and bottom, or both. After rotate.':
    '镜像图片：左右、上下或两者。在 rotate 之后进行。',
  'Background color, as # and six hex digits: shown where the picture is transparent, and in the corners of a rotated picture. Left out: transparency is kept if the target supports it, otherwise the background is white.':
    '背景颜色，格式为 # 加六位十六进制数字：显示在图片的透明处，以及旋转后图片的四角。不设置：格式支持时保留透明，否则背景为白色。',
  'Colors of the result: unchanged (colored), shades of grey, pure black and white, reversed, brown, or the look of a photograph of 1900 or 1980.':
    '结果的颜色：不变（colored）、灰度、纯黑白、反色、棕褐色，或 1900 年或 1980 年照片的风格。',
  'Makes pixels brighter than this white and the others black. 0 takes the average of the picture.':
    '比此值亮的像素变为白色，其他变为黑色。0 表示使用图片的平均亮度。',
  'Makes a color transparent, as # and six lowercase hex digits; auto_create finds the background itself.':
    '使一种颜色变为透明，格式为 # 加六位小写十六进制数字；auto_create 会自动找出背景。',
  'Reduces noise.': '减少噪点。',
  'Sharpens edges.': '锐化边缘。',
  'Smooths the edges of drawn shapes and letters.': '平滑所绘形状和文字的边缘。',
  'Removes isolated pixels (speckles).': '去除孤立的像素（斑点）。',
  'Equalizes the histogram, so that all brightness levels are used evenly.': '均衡直方图，使各级亮度得到均匀使用。',
  'Straightens a picture that was scanned at an angle.': '校正扫描时歪斜的图片。',
  'Adds color to a black-and-white picture, by a model for any picture or for landscapes and people.':
    '为黑白图片上色，使用适合任何图片的模型，或适合风景和人物的模型。',
  'Resolution at which the model adds color: lower is more vivid, higher is more detailed.':
    '模型上色时的分辨率：较低则色彩更鲜艳，较高则细节更丰富。',
  'Enlarges the picture so many times, with details that a model adds.': '将图片放大这么多倍，并由模型补充细节。',
  'Text to write across the picture from the lower left to the upper right, so that the picture shows through. A line break starts a new line.':
    '从左下到右上写在图片上的文字，呈半透明，可以透出图片。换行符另起一行。',
  'For DWG and DXF: paper size, in the orientation of the drawing. Left out: a sheet with the proportions of the drawing, as large as fits into A3; for a layout named by cad_layout, the paper of that layout.':
    '用于 DWG 和 DXF：纸张大小，方向与图纸相同。不设置：与图纸比例相同、A3 所能容纳的最大纸张；如果用 cad_layout 指定了布局，则为该布局的纸张。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The level of Deflate. Pixels stay the same.':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。对应 Deflate 的级别。像素保持不变。',
  'Keeps every pixel exactly as it is, in a larger file. Not together with quality.':
    '每个像素都原样保留，文件更大。不能与 quality 同用。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libaom.':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。对应 libaom 的力度。',
  'Which metadata of the input to keep: none, author and copyright, or all Exif, XMP and IPTC data that the target supports, including the location. The picture is turned upright and its metadata say so; DPI is always kept.':
    '保留输入的哪些元数据：不保留、作者和版权，或格式支持的所有 Exif、XMP 和 IPTC 数据，包括位置。图片会转正，元数据也相应更新；DPI 始终保留。',
  'Colors and profile of the result: sRGB without a profile, sRGB with its profile, or the colors and the profile of the input, where that is RGB.':
    '结果的颜色和配置文件：不带配置文件的 sRGB、带配置文件的 sRGB，或输入的颜色和配置文件（输入为 RGB 时）。',
  'Lets max_file_size also reduce the dimensions of the picture; quality then goes down to 40 only. Frames of an animation keep their size.':
    '允许 max_file_size 同时缩小图片的尺寸；此时质量最低只降到 40。动画的帧保持原尺寸。',
  'Keeps all frames of an animation in one animated file. Without it each frame becomes a separate picture.':
    '将动画的所有帧保留在一个动画文件中。否则每帧成为单独的图片。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. It decides how many palettes are tried.':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。决定尝试多少种调色板。',
  'Shows a coarse picture before the whole file has loaded: an interlaced GIF.':
    '文件完全加载之前先显示粗略的图片：隔行 GIF。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The presets of x265, from ultrafast to veryslow.':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。对应 x265 的预设，从 ultrafast 到 veryslow。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. From 7 on it is progressive, and a fifth smaller at the same quality (mozjpeg).':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。从 7 起为渐进式，质量相同时小五分之一（mozjpeg）。',
  'Shows a coarse picture before the whole file has loaded: a progressive JPEG, which is often smaller too.':
    '文件完全加载之前先显示粗略的图片：渐进式 JPEG，文件往往也更小。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The effort of libjxl.':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。对应 libjxl 的力度。',
  'Shows a coarse picture before the whole file has loaded: an interlaced PNG, which is larger.':
    '文件完全加载之前先显示粗略的图片：隔行 PNG，文件更大。',
  'How hard the encoder tries to make the file small: 1 is fastest, 9 smallest and slowest. The method of libwebp, from 0 to 6.':
    '编码器缩小文件的力度：1 最快，9 最小也最慢。对应 libwebp 的 method，从 0 到 6。',
  'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.':
    '是否计算输入的 MD5 和 SHA-256，这需要读取整个文件。',
  'Also counts what is in documents, web pages and books: tables, pictures, links, comments, notes, formulas, hidden sheets and slides, and more.':
    '还统计文档、网页和书籍中的内容：表格、图片、链接、批注、注释、公式、隐藏的工作表和幻灯片等。',
  'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.':
    '也统计 PDF、办公文档、网页和书籍的字符数、词数和行数，为此会将它们转为文本。纯文本始终会统计。',
  'Makes a flat document, one member for each tag of the file as ExifTool shows it, and names them so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), and so on. With output_mode alone: snake_lowercase. With neither, the document has sections.':
    '生成扁平的文档，文件中 ExifTool 显示的每个标签为一项，并按此方式命名：original（MIMEType）、capital_first（Mime Type）、snake_lowercase（mime_type）、lowercase_nospaces（mimetype）等。只设置 output_mode 时：snake_lowercase。两者都不设置时，文档分为若干部分。',
  'Makes a flat document, as keys_format does, with the value of each tag (basic), or with an object of its value, its name in snake_lowercase (key_formatted), and whether metadata/metadata can set it (editable; expert). With keys_format alone: basic.':
    '与 keys_format 一样生成扁平的文档，其中包含每个标签的值（basic），或一个对象，包含标签的值、snake_lowercase 形式的名称（key_formatted），以及 metadata/metadata 是否可以设置它（editable；expert）。只设置 keys_format 时：basic。',
  'Kind of file that is expected; document stands for all other kinds, too. A file of another kind is read as what it is, with a warning.':
    '预期的文件类型；document 也代表所有其他类型。其他类型的文件按其实际类型读取，并给出警告。',
  'What is measured: structural similarity or correlation (ssim and ncc, 1 is alike), signal to noise in dB (psnr), number of different pixels (ae), mean, squared or largest difference of 0 to 1 (mae, mse, rmse, pae), or distance of perceptual hashes (phash). With allow_multiple_outputs, a JSON file of the figures is delivered beside the picture.':
    '测量什么：结构相似性或相关性（ssim 和 ncc，1 为相同）、以 dB 为单位的信噪比（psnr）、不同像素的数量（ae）、0 到 1 之间的平均、平方或最大差异（mae、mse、rmse、pae），或感知哈希的距离（phash）。使用 allow_multiple_outputs 时，除图片外还会提供包含这些数值的 JSON 文件。',
  'Difference of color in percent up to which pixels count as equal, in the picture and in different_pixels.':
    '颜色差异（百分比）不超过此值的像素视为相同，适用于图片和 different_pixels。',
  'Color of different pixels: # and six hex digits, or black, blue, cyan, gray, green, magenta, orange, red, violet, white or yellow.':
    '不同像素的颜色：# 加六位十六进制数字，或 black、blue、cyan、gray、green、magenta、orange、red、violet、white 或 yellow。',
  'What is measured of each frame: structural similarity (ssim, 1 is alike), or signal to noise in dB (psnr).':
    '对每帧测量什么：结构相似性（ssim，1 为相同），或以 dB 为单位的信噪比（psnr）。',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, and level b (it looks the same in future), u (its text can be read too) or a (it is tagged too).':
    'PDF/A（ISO 19005）规格：第 1、2 或 3 部分，级别 b（将来外观不变）、u（文字也可读取）或 a（还带有标签）。',
  'Profile of PDF/A (ISO 19005): part 1, 2 or 3, level a, b or u; or pdfua1: PDF/UA-1 (ISO 14289-1), for people who need assistive programs.':
    'PDF/A（ISO 19005）规格：第 1、2 或 3 部分，级别 a、b 或 u；或 pdfua1：PDF/UA-1（ISO 14289），供需要辅助软件的人使用。',
  'Whether pages keep their appearance, so that a document that cannot conform is refused. This is always the case here.':
    '页面是否保持外观，因而拒绝无法符合规格的文档。在这里始终如此。',
  'Splits the video into parts of so many seconds; the last may be shorter.':
    '将视频分成每段这么多秒；最后一段可能较短。',
  'Splits the video into so many parts of equal length.': '将视频分成这么多段，每段长度相等。',
  'The parts to keep, each as a file. Instead of length and number_of_parts.':
    '要保留的片段，各成一个文件。用来代替 length 和 number_of_parts。',
  'Where the part of the video starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.':
    '视频片段的起点，格式为 HH:MM:SS 或 HH:MM:SS.mmm。不设置：开头。',
  'Where the part of the video ends. Has to be after start_video. Left out: at the end.':
    '视频片段的终点。必须在 start_video 之后。不设置：结尾。',
  'Which streams are extracted, each into a file of its own.': '要提取哪些轨道，各成一个文件。',
  'Format of the result. mkv holds all streams as they are; others may need some of them encoded again.':
    '结果的格式。mkv 可原样容纳所有轨道；其他格式可能需要对部分轨道重新编码。',
  'Keeps the sound of the video next to that of the audio inputs, which otherwise replace it.':
    '在音频输入的声音之外保留视频的声音；否则视频的声音会被取代。',
  'Changes the volume of the sound of single inputs.': '更改单个输入的音量。',
  'What players show of the streams of single inputs.': '播放器为单个输入的轨道显示的信息。',
  'Format of the result; by default that of the picture.': '结果的格式；默认与图片相同。',
  'Format of the picture.': '图片的格式。',
  'DPI written into the picture. Without width and height, also what pages and drawings are drawn at, in full size.':
    '写入图片的 DPI。未设置宽度和高度时，页面和图纸也以此 DPI 按原大小绘制。',
  'Makes a picture that browsers show coarsely before all of it has arrived: an interlaced PNG or GIF, a progressive JPEG. Both values do the same.':
    '使浏览器在图片完全到达之前先粗略显示：隔行 PNG 或 GIF，渐进式 JPEG。两个值的效果相同。',
  'Format of the pictures.': '图片的格式。',
  'How many frames of each time_unit are taken, at even distances; no frame twice.':
    '每个 time_unit 提取多少帧，间隔均匀；同一帧不会重复提取。',
  'The unit of images_per_time_unit.': 'images_per_time_unit 的单位。',
  'Takes only frames that the video stores whole, at most images_per_time_unit of them.':
    '只提取视频中完整存储的帧，数量最多为 images_per_time_unit。',
  'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.':
    '与 merge 同用，且输入中有音频文件时：音频取代视频的声音，或与其混合。不设置：replace。',
  'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.':
    '与 merge 和图片同用：每张图片显示多久。不设置：各图片平分音频输入的时长，没有音频则为 3。',
  "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.":
    '编码器自身的恒定速率因子，代替 quality：越低越好。h264 和 h265 为 0 到 51，vp8、vp9 和 av1 为 0 到 63。',
  'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.':
    '画面的平均比特率（kbit/s），代替 quality。编码支持时分两遍进行。',
  'How long the encoder searches: fast makes larger files, small takes several times as long.':
    '编码器搜索的时间：fast 生成较大的文件，small 耗时数倍。',
  'Number of channels of the sound. Left out: those of the source, where the codec has them.':
    '声音的声道数。不设置：如果编码支持，则与源文件相同。',
  'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.':
    '声音的采样率（Hz）。不设置：如果编码支持，则与源文件相同。',
  'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.':
    '如何处理高动态范围：保留（h265、av1、vp9 和 prores），或转换为标准范围。不设置：如果编码支持，则为 keep。',
  'Removes title, location, date, chapters and other metadata.': '删除标题、位置、日期、章节和其他元数据。',
  'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.':
    '短边的最大像素数，如 1080p 中的数值：较大的画面按原形状缩小，其他画面保持不变。设置了宽度或高度时无效。',
  'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.':
    '将隔行扫描的帧（电视）转为逐行扫描；auto 在需要编码画面且源文件标记为隔行时转换。直接复制的画面仍为隔行。',
  'Reduces the noise of the picture, which also makes the file smaller.': '减少画面的噪点，文件也会因此变小。',
  'How often it plays; 0: forever.': '播放次数；0：无限循环。',
  'Number of colours; fewer make the file smaller.': '颜色数量；越少文件越小。',
  'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.':
    '视频中的一帧成为封面，供播放器和文件夹显示：填写该帧的时间，格式为 HH:MM:SS 或 HH:MM:SS.mmm，计时方式与 start 相同。它取代视频已有的封面。',
  'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.':
    '两个输入中的第二个（图片）成为视频的封面，取代已有的封面。与 merge 同用时：输入中唯一的图片。',
  'Writes the digests of all inputs into one list, each with the name of its file, as sha256sum does; target verify reads it. Without it each digest has a file of its own.':
    '像 sha256sum 那样，把所有输入的校验和连同文件名写入一个列表；目标 verify 可读取它。否则每个校验和有自己的文件。',
  'Ignores files of the list that are not among the inputs, as sha256sum --ignore-missing does.':
    '像 sha256sum --ignore-missing 那样，忽略列表中不在输入里的文件。',
};
