import { describe, expect, it } from 'vitest';
import { readAss } from '../../../../tools/formats/subtitles/ass.ts';
import { readLrc } from '../../../../tools/formats/subtitles/lrc.ts';
import { readMicrodvd } from '../../../../tools/formats/subtitles/microdvd.ts';
import { type Cue, type Subtitles, textOf } from '../../../../tools/formats/subtitles/model.ts';
import { readSbv } from '../../../../tools/formats/subtitles/sbv.ts';
import { readSrt } from '../../../../tools/formats/subtitles/srt.ts';
import { readTtml } from '../../../../tools/formats/subtitles/ttml.ts';
import { readVtt } from '../../../../tools/formats/subtitles/vtt.ts';

/** Each cue as `start-end text`, lines separated by a slash. */
const shown = ({ cues }: Subtitles): string[] =>
  cues.map((cue) => `${cue.start}-${cue.end} ${textOf(cue).replaceAll('\n', ' / ')}`);

const first = ({ cues }: Subtitles): Cue => cues[0] ?? expect.fail('no cue');

describe('SubRip', () => {
  it('is read as files really are: without numbers, with other signs, with empty lines and stray numbers', () => {
    const text =
      '\r\n00:00:01.5 --> 0:0:02,000  X1:40 X2:600\r\nOne\r\n\r\nstill one\r\n\r\n7\r\n00:00:03,000->00:00:04,000\r\n12\r\n\r\n13\r\n00:61:00,000 --> 00:62:00,000\r\nlost';
    const read = readSrt(text);
    expect(shown(read)).toEqual(['1500-2000 One / still one', '3000-4000 12']);
    expect(read.unread).toBe(1);
  });

  it('has styles, colours and positions; what is no tag stays', () => {
    const read = readSrt(
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<b>a <i>b</i></b> <font color=red>c</font> 1 < 2 & <x>\n',
    );
    expect(first(read)).toMatchObject({
      place: { anchor: 8 },
      spans: [
        { text: 'a ', bold: true },
        { text: 'b', bold: true, italic: true },
        { text: ' ' },
        { text: 'c', color: '#ff0000' },
        { text: ' 1 < 2 & <x>' },
      ],
    });
  });
});

describe('WebVTT', () => {
  it('has notes, identifiers, settings, voices, classes, colours of its style sheet and times of words', () => {
    const read = readVtt(
      'WEBVTT - title\nX: 1\n\nSTYLE\n::cue(.quiet) { color: #102030 }\n\nNOTE\nnothing\n\nintro\n00:01.000 --> 01:00:02.000 line:10% position:20%,line-left align:start\n<v.loud Mary Ann>Hi <c.quiet>you</c> <00:01.500>&amp; me\n',
    );
    expect(shown(read)).toEqual(['1000-3602000 Hi you & me']);
    expect(first(read)).toMatchObject({ speaker: 'Mary Ann', place: { anchor: 7, x: 20, y: 10 } });
    expect(first(read).spans).toEqual([
      { text: 'Hi ' },
      { text: 'you', color: '#102030' },
      { text: ' ' },
      { text: '& me', at: 1500 },
    ]);
    expect(read.beyond).toEqual({});
  });

  it('has all characters that HTML names, also where the semicolon is missing, and nothing else', () => {
    const text = 'caf&eacute; &copy 2024 &NotEqualTilde; &#8364; &amp;lt; &unknown; R&D &';
    const read = readVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`);
    expect(shown(read)).toEqual(['1000-2000 café © 2024 ≂̸ € &lt; &unknown; R&D &']);
  });

  it('counts what it cannot read, and names regions, ruby and style sheets', () => {
    const read = readVtt(
      'WEBVTT\n\nREGION\nid:a\n\nSTYLE\n::cue(b) { font-size: 3em }\n\n00:01.000 --> 00:02.000\n<ruby>a<rt>b</rt></ruby>\n\n00:99.000 --> 00:02.000\nlost\n',
    );
    expect(read).toMatchObject({ unread: 1, beyond: { regions: 1, style_sheets: 1, ruby: 1 } });
  });
});

describe('ass', () => {
  const script = (events: string, head = '') =>
    `[Script Info]\nPlayResX: 200\nPlayResY: 100\n${head}[V4+ Styles]\nFormat: Name, Fontname, PrimaryColour, Bold, Alignment\nStyle: Loud,Arial,&H000000FF,-1,8\n[Events]\nFormat: Start, End, Style, Name, Text\n${events}`;

  it('has styles, overrides, positions, speakers, drawings and syllables of songs', () => {
    const read = readAss(
      script(
        [
          'Comment: 0:00:00.00,0:00:09.00,Loud,,nothing',
          'Dialogue: 0:00:01.00,0:00:02.50,Loud,Ann,One, {\\b0\\i1}two{\\r}\\Nthree',
          'Dialogue: 0:00:03.00,0:00:04.00,None,,{\\an7\\pos(20,50)\\fnArial}at \\{left\\}{\\p1}m 0 0 l 1 1{\\p0}',
          'Dialogue: 0:00:05.00,0:00:06.00,None,,{\\k50}la {\\k20}li',
        ].join('\n'),
      ),
    );
    expect(shown(read)).toEqual(['1000-2500 One, two / three', '3000-4000 at {left}', '5000-6000 la li']);
    expect(first(read)).toMatchObject({ speaker: 'Ann', place: { anchor: 8 } });
    expect(first(read).spans[1]).toEqual({ text: 'two\n', italic: true, color: '#ff0000' });
    expect(read.cues[1]?.place).toEqual({ anchor: 7, x: 10, y: 50 });
    expect(read.cues[2]?.spans).toEqual([
      { text: 'la ', at: 5000 },
      { text: 'li', at: 5500 },
    ]);
    expect(read.beyond).toEqual({ drawings: 1, fonts_and_effects: 1 });
  });

  it('of the older form counts other positions', () => {
    const old = script('Dialogue: 0:00:01.00,0:00:02.00,Loud,,up').replace('V4+', 'V4').replace('-1,8', '-1,6');
    expect(first(readAss(old)).place).toEqual({ anchor: 8 });
  });
});

describe('TTML', () => {
  const tt = (body: string): Subtitles =>
    readTtml(`<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling">${body}</tt>`);

  it('a sequence without an end is over with its last part', () => {
    const body = `<body><div timeContainer="seq"><div timeContainer="seq"><p begin="1s" dur="2s">a</p></div>
<p begin="1s" timeContainer="seq">never</p><p dur="3s">b</p></div></body>`;
    expect(shown(tt(body))).toEqual(['1000-3000 a', '4000-7000 b']);
  });

  it('hidden text is shown where an animation shows it', () => {
    const body = `<body><div><p end="9s">a<span tts:display="none"><set begin="2s" dur="3s" tts:display="auto"/>b</span></p>
<p end="9s" tts:display="none">never</p></div></body>`;
    expect(shown(tt(body))).toEqual(['0-2000 a', '2000-5000 ab', '5000-9000 a']);
  });

  it('text is shown while its region is there', () => {
    const body = `<head><layout><region xml:id="late" begin="2s" end="4s"/></layout></head>
<body><div><p region="late" end="9s"><span end="3s">a</span><span begin="3s">b</span></p></div></body>`;
    expect(shown(tt(body))).toEqual(['2000-3000 a', '3000-4000 b']);
  });

  it('styles that all refer to each other are read once each', () => {
    const ids = Array.from({ length: 16 }, (_, index) => `s${index}`);
    const styles = ids.map((id) => `<style xml:id="${id}" style="${ids.join(' ')}" tts:color="red"/>`).join('');
    const read = tt(`<head><styling>${styles}</styling></head><body><div><p end="1s" style="s0">a</p></div></body>`);
    expect(first(read).spans).toMatchObject([{ text: 'a', color: '#ff0000' }]);
  });

  it('elements of other namespaces are not shown', () => {
    const body = `<body xmlns:x="http://example.org/"><div><p end="1s">a<x:span>no</x:span></p><x:p end="1s">no</x:p></div></body>`;
    expect(shown(tt(body))).toEqual(['0-1000 a']);
  });

  it('has times of containers, frames and ticks; styles, regions and agents', () => {
    const read = readTtml(`<?xml version="1.0"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ttp:frameRate="25" ttp:tickRate="1000">
<head><metadata><ttm:agent xml:id="m"><ttm:name type="alias">Mary</ttm:name></ttm:agent></metadata>
<styling><style xml:id="a" tts:color="red"/><style xml:id="b" style="a" tts:fontStyle="italic"/></styling>
<layout><region xml:id="top" tts:origin="10% 5%" tts:extent="80% 20%" tts:displayAlign="before" tts:textAlign="center"/></layout></head>
<body begin="10s"><div>
 <p begin="1s" end="2.5s" region="top" style="b" ttm:agent="m">One<br/>
   <span tts:fontWeight="bold">two</span></p>
 <p begin="00:00:03:05" dur="500t">three</p>
 <p begin="4s" end="8s">a <span begin="1s" end="2s">b</span></p>
 <p begin="nonsense" end="9s">lost</p>
</div></body></tt>`);
    expect(shown(read)).toEqual([
      '11000-12500 One / two',
      '13200-13700 three',
      '14000-15000 a',
      '15000-16000 a b',
      '16000-18000 a',
    ]);
    expect(first(read)).toMatchObject({ speaker: 'Mary', place: { anchor: 8 } });
    expect(first(read).spans).toEqual([
      { text: 'One\n', italic: true, color: '#ff0000' },
      { text: 'two', bold: true, italic: true, color: '#ff0000' },
    ]);
    expect(read.unread).toBe(1);
  });

  it.each([
    ['nested elements', `<tt><body>${'<div>'.repeat(100_000)}<p begin="0s" end="1s">x</p>`],
    [
      'styles that refer to each other',
      '<tt><head><styling><style xml:id="a" style="b"/><style xml:id="b" style="a"/></styling></head><body style="a"><p begin="0s" end="1s">x</p></body></tt>',
    ],
  ])('ends with %s', (_, text) => {
    expect(readTtml(text).cues.length).toBeLessThanOrEqual(1);
  });
});

describe('MicroDVD', () => {
  it('counts frames by its first line, by an option, or by the usual rate', () => {
    const text = '{1}{1}25.000\n{25}{50}{y:i}One|{c:$0000FF}two\n{75}{100}/three\n';
    expect(shown(readMicrodvd(text, null))).toEqual(['1000-2000 One / two', '3000-4000 three']);
    expect(first(readMicrodvd(text, null)).spans).toEqual([
      { text: 'One\n', italic: true },
      { text: 'two', color: '#ff0000' },
    ]);
    expect(shown(readMicrodvd(text, 50))).toEqual(['500-1000 One / two', '1500-2000 three']);
    const without = readMicrodvd('{24000}{24024}x', null);
    expect([shown(without), without.isAssumed]).toEqual([['1001000-1002001 x'], true]);
  });
});

it('sbv is read', () => {
  const text = '0:00:01.000,0:00:02.500\nOne\ntwo\n\n0:00:03.000,0:00:04.000\nthree[br]four\n';
  expect(shown(readSbv(text))).toEqual(['1000-2500 One / two', '3000-4000 three / four']);
});

it('lyrics last until the next line, at each of their times, moved by their offset', () => {
  const text = '[ar:Nobody]\n[offset:+500]\n[00:01.50][00:05.50]la <00:02.00>li\n[00:03.50]\n[00:07.50]end\n';
  expect(shown(readLrc(text))).toEqual(['1000-3000 la li', '5000-7000 la li', '7000-12000 end']);
});
