const PARAGRAPH =
  'Many harbours have more boats than berths. 港には船が多い。 Die Größe des Hafens ändert sich nicht. 🚢 '.repeat(6);

/** A typical page: text in several scripts, a table, a drawing, styles, and a script that generates a part of it. */
export const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title><style>
body { font-family: "Liberation Sans", sans-serif; margin: 2em; } h1 { color: #124; border-bottom: 2px solid; }
table { border-collapse: collapse; } td { border: 1px solid #999; padding: .3em 1em; } tr:nth-child(even) { background: #eef; }
.bars div { height: 12px; background: linear-gradient(90deg, #135, #7bd); margin: 3px 0; } </style></head><body>
<h1>Harbour</h1>${`<p>${PARAGRAPH}</p>`.repeat(8)}<svg width="300" height="80"><circle cx="40" cy="40" r="30" fill="#c33"/><path d="M90 70 L150 10 L210 70 Z" fill="#393"/></svg>
<table id="table"></table><div class="bars" id="bars"></div><script>
for (let i = 1; i <= 40; i++) table.insertRow().innerHTML = "<td>" + i + "<td>" + Math.round(1e5 * Math.sin(i)) + "<td>row";
for (let i = 1; i <= 20; i++) { const bar = document.createElement("div"); bar.style.width = i * 4 + "%"; bars.append(bar); }
</script></body></html>`;
