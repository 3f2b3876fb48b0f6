import { announce, byId, make, setText } from '../shell/dom.js';
import { filesText, targetLabel } from '../shell/format.js';
import { msg, msgIfAny } from '../shell/i18n.js';
import { createPicker } from './picker.js';

/**
 * @typedef {import('../files/files.js').Chosen} Chosen
 * @typedef {import('../files/files.js').Source} Source
 * @typedef {import('./guide.js').Task} Task
 *
 * @typedef {object} On
 * @property {() => void} onChange
 * @property {(path: string, options: Readonly<Record<string, unknown>>, asks: readonly string[]) => void} onTask a task was chosen: its
 *   options, and those that the person is to fill in
 */

/**
 * What each file becomes: its likeliest target at first, then what is chosen for it, or for all.
 *
 * @param {import('./guide.js').Guide} guide
 * @param {() => readonly Chosen[]} chosen the files
 * @param {On} on
 */
export function createTargets(guide, chosen, { onChange, onTask }) {
  const picker = createPicker(guide);
  const forAll = byId('target-all');
  /** @type {string | null} chosen for all files */
  let common = null;
  /** @type {WeakMap<Source, string>} chosen for single files */
  const own = new WeakMap();

  const formats = () => chosen().map(({ source }) => source.format);
  const isPossible = (/** @type {string} */ path, /** @type {Source} */ { format }) =>
    guide.possible([format]).includes(path);

  /** @param {Source} source @returns {string | null} null if nothing can be made of it */
  function targetOf(source) {
    const asked = own.get(source);
    if (asked !== undefined) return asked;
    if (common !== null && isPossible(common, source)) return common;
    return guide.likely([source.format])[0] ?? null;
  }

  /** @returns {string | null} the target, if all files have the same */
  function same() {
    const [first = null, ...others] = new Set(chosen().map(({ source }) => targetOf(source)));
    return others.length === 0 ? first : null;
  }

  /** @param {string} path */
  function chooseForAll(path) {
    common = path;
    for (const { source } of chosen()) own.delete(source);
    update();
  }

  /** @param {import('./picker.js').Pick} pick */
  function say({ path, options }) {
    announce(msg('target.chosen', { target: targetLabel(path) }));
    if (options !== undefined) onTask(path, options, []);
  }

  /** @param {Source} source */
  async function pickFor(source) {
    const title = msg('target.titleOf', { name: source.name });
    const pick = await picker.open(title, [source.format], targetOf(source));
    if (pick === null) return;
    if (chosen().length === 1) common = pick.path;
    own.set(source, pick.path);
    update();
    buttonOf(source)?.focus();
    say(pick);
  }

  async function pickForAll() {
    const pick = await picker.open(msg('target.titleAll', { files: filesText(chosen().length) }), formats(), same());
    if (pick === null) return;
    chooseForAll(pick.path);
    forAll.focus();
    say(pick);
  }

  /** @param {Source} source */
  const buttonOf = (source) =>
    chosen()
      .find((each) => each.source === source)
      ?.place.querySelector('button');

  /** @param {Chosen} file */
  function showTarget({ source, place }) {
    const path = targetOf(source);
    const label = path === null ? msg('target.choose') : targetLabel(path);
    const known = place.querySelector('button');
    const button = known ?? make('button', { type: 'button', class: 'target', click: () => pickFor(source) });
    if (known === null) place.replaceChildren(button);
    button.replaceChildren(
      make('span', { class: 'visually-hidden' }, msg('target.of', { name: source.name })),
      ' ',
      make('strong', {}, label),
    );
    button.dataset.target = path ?? '';
  }

  function update() {
    const files = chosen();
    forAll.hidden = files.length < 2;
    const path = same();
    setText(forAll, path === null ? msg('target.all') : msg('target.allTo', { target: targetLabel(path) }));
    for (const file of files) showTarget(file);
    showTasks(files);
    setText(byId('start'), files.length < 2 ? msg('convert.start') : msg('convert.count', { count: files.length }));
    onChange();
  }

  /** @param {readonly Chosen[]} files */
  function showTasks(files) {
    const fitting = guide.tasks.filter((task) => fits(task, files));
    const place = byId('tasks');
    place.hidden = fitting.length === 0;
    place.replaceChildren(
      ...fitting.map(({ name, target, options, asks }) =>
        make(
          'button',
          {
            type: 'button',
            class: 'task',
            click: () => {
              chooseForAll(target);
              announce(msg('target.chosen', { target: targetLabel(target) }));
              onTask(target, options, asks);
            },
          },
          msgIfAny(`task.${name}`) ?? name,
        ),
      ),
    );
  }

  /** @param {Task} task @param {readonly Chosen[]} files */
  const fits = ({ of, several, target }, files) =>
    files.length > (several ? 1 : 0) &&
    files.every(
      ({ source }) => (source.format === of || guide.kindOf(source.format) === of) && isPossible(target, source),
    );

  forAll.addEventListener('click', pickForAll);

  return {
    update,
    /** @param {readonly { source: Source, target: string }[]} files with what they became before */
    restore(files) {
      const [only, ...others] = new Set(files.map(({ target }) => target));
      if (only && others.length === 0) return chooseForAll(only);
      for (const { source, target } of files) if (target !== '') own.set(source, target);
      update();
    },
    /** Forgets what was chosen, as its files are gone. */
    reset() {
      common = null;
    },
    /** @returns {import('../options/options.js').Wanted[]} each target once */
    wanted() {
      const groups = Map.groupBy(
        chosen().map(({ source }) => source),
        targetOf,
      );
      return [...groups].flatMap(([path, sources]) => {
        const of = sources.map(({ format }) => format);
        return path === null ? [] : [{ path, needed: guide.needs(path, of), kinds: of.map(guide.kindOf) }];
      });
    },
    targetOf,
  };
}
