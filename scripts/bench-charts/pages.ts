import { join } from 'node:path';

/** A page with one chart, whose area has a single colour, drawn by a library as in its documentation. */
export interface ChartPage {
  readonly name: string;
  readonly html: string;
  /** Paths of its files on the page's origin, mapped to local paths. */
  readonly files: ReadonlyMap<string, string>;
}

/** Fill colour of the charts. */
export const FILLED = '#e00000';

const VALUES = '[30, 50, 40, 60, 20, 45, 55]';
const NAMES = '["a", "b", "c", "d", "e", "f", "g"]';

/** By library: its files in the folder of libraries, the content of the body, and the script. */
const CHARTS: Readonly<Record<string, readonly [files: readonly string[], body: string, script: string]>> = {
  'Chart.js': [
    ['chart.js/dist/chart.umd.min.js'],
    '<div style="width: 700px"><canvas id="c"></canvas></div>',
    `new Chart(document.querySelector("#c"), { type: "bar", data: { labels: ${NAMES}, datasets: [{ data: ${VALUES}, backgroundColor: "${FILLED}" }] } })`,
  ],
  ECharts: [
    ['echarts/dist/echarts.min.js'],
    '<div id="c" style="width: 700px; height: 400px"></div>',
    `echarts.init(document.querySelector("#c")).setOption({ xAxis: { type: "category", data: ${NAMES} }, yAxis: {}, series: [{ type: "bar", data: ${VALUES}, itemStyle: { color: "${FILLED}" } }] })`,
  ],
  D3: [
    ['d3/dist/d3.min.js'],
    '<svg id="c" width="700" height="400"></svg>',
    `d3.select("#c").selectAll("rect").data(${VALUES}).join("rect").attr("x", (_, i) => i * 100).attr("y", 400).attr("width", 80).attr("fill", "${FILLED}").transition().duration(750).delay((_, i) => i * 50).attr("y", (v) => 400 - v * 6).attr("height", (v) => v * 6)`,
  ],
  Plotly: [
    ['plotly.js-dist-min/plotly.min.js'],
    '<div id="c" style="width: 700px; height: 400px"></div>',
    `Plotly.newPlot("c", [{ type: "bar", x: ${NAMES}, y: ${VALUES}, marker: { color: "${FILLED}" } }], {}, { responsive: true })`,
  ],
  Mermaid: [
    ['mermaid/dist/mermaid.min.js'],
    '<pre class="mermaid">flowchart LR\n a[One] --> b[Two]\n b --> c[Three]\n a --> d[Four]\n style a fill:FILLED\n style b fill:FILLED\n style c fill:FILLED\n style d fill:FILLED</pre>'.replaceAll(
      'FILLED',
      FILLED,
    ),
    'mermaid.initialize({ startOnLoad: true })',
  ],
  Leaflet: [
    ['leaflet/dist/leaflet.js', 'leaflet/dist/leaflet.css'],
    '<div id="c" style="width: 700px; height: 400px"></div>',
    'L.tileLayer("tiles/{z}/{x}/{y}.png").addTo(L.map("c").setView([51.5, 0], 12))',
  ],
};

/** Map tiles of the zoom level around the centre: more than the map shows. */
const TILES = { zoom: 12, x: [2043, 2053], y: [1357, 1367] } as const;

/**
 * Returns a page for each library.
 * @param libraries their folder
 * @param tile picture used as every tile of the map
 */
export function chartPages(libraries: string, tile: string): ChartPage[] {
  return Object.entries(CHARTS).map(([name, [files, body, script]]) => {
    const head = files.map((file) =>
      file.endsWith('.css') ? `<link rel="stylesheet" href="${file}">` : `<script src="${file}"></script>`,
    );
    return {
      name,
      html: `<!doctype html><meta charset="utf-8">${head.join('')}<body style="margin: 0">${body}<script>${script}</script>`,
      files: new Map([
        ...files.map((file) => [file, join(libraries, file)] as const),
        ...(name === 'Leaflet' ? tilePaths().map((path) => [path, tile] as const) : []),
      ]),
    };
  });
}

function tilePaths(): string[] {
  const range = ([first, last]: readonly [number, number]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return range(TILES.x).flatMap((x) => range(TILES.y).map((y) => `tiles/${TILES.zoom}/${x}/${y}.png`));
}
