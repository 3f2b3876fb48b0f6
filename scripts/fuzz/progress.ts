import cliProgress from 'cli-progress';

export interface Progress {
  update(done: number, findings: number): void;
  stop(): void;
}

/** Interval of lines without a terminal, ms. */
const LINE_EVERY_MS = 60_000;

/** Shows one bar on a terminal, otherwise a line a minute. Both on standard error. */
export function showProgress(files: number): Progress {
  if (!process.stderr.isTTY) return lines(files);
  const bar = new cliProgress.SingleBar(
    {
      format: '{bar} {value}/{total} files, {findings} findings, {duration_formatted}, {eta_formatted} left',
      hideCursor: true,
      etaBuffer: 100,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(files, 0, { findings: 0 });
  return { update: (done, findings) => bar.update(done, { findings }), stop: () => bar.stop() };
}

function lines(files: number): Progress {
  let last = Date.now();
  return {
    update: (done, findings) => {
      if (Date.now() - last < LINE_EVERY_MS) return;
      last = Date.now();
      process.stderr.write(`${done} of ${files} files, ${findings} findings\n`);
    },
    stop: () => {},
  };
}
