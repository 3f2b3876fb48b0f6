/* Files that are dropped on the page, also inside folders. */

/** Most files taken from dropped folders: more would make the page slow, and are more likely a mistake. */
const MOST_FILES = 500;

/**
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>} the files, and those in folders, in the order of their names
 */
export async function filesIn(transfer) {
  // Entries can only be taken while the event is handled.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
  /** @type {File[]} */
  const files = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

/** @param {FileSystemEntry} entry @param {File[]} files */
async function collect(entry, files) {
  if (files.length >= MOST_FILES || entry.name.startsWith('.')) return;
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    files.push(await new Promise((resolve, reject) => file.file(resolve, reject)));
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const inside = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    inside.push(...some);
  }
  for (const each of inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))) {
    await collect(each, files);
  }
}

/**
 * Accepts files anywhere on the page: outside of the frame, a browser would otherwise open them.
 *
 * @param {HTMLElement} frame highlighted during the drag
 * @param {(files: Iterable<File>) => void} onFiles
 */
export function takeDrops(frame, onFiles) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    frame.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) frame.classList.remove('over');
  });
  document.addEventListener('drop', async (event) => {
    if (event.dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    frame.classList.remove('over');
    onFiles(await filesIn(event.dataTransfer));
  });
}
