import { Layer } from '@node-projects/acad-ts';
import { expect, test } from 'vitest';
import { chosenLayers, unknownLayers } from '../../../../../tools/formats/dwg/preview/layers.ts';
import { processorTime } from '../../../../support/slowness.ts';

const hides = (pattern: string, name: string): boolean =>
  !chosenLayers({ shown: null, hidden: [pattern] }).isShown(new Layer(name));

test.each([
  ['Walls', 'WALLS', true],
  ['WALLS', 'WALLS-2', false],
  ['WALLS*', 'walls-2', true],
  ['*', 'anything', true],
  ['A*B*C', 'A-B-C', true],
  ['A*B*C', 'A-C-B', false],
  // The same letters are not matched twice.
  ['AB*BA', 'ABA', false],
  ['A.B', 'AxB', false],
])('%s and the layer %s', (pattern, name, expected) => {
  expect(hides(pattern, name)).toBe(expected);
});

test('a name of many stars is compared in no time', () => {
  const milliseconds = processorTime(() => {
    expect(hides(`${'a*'.repeat(1900)}b`, 'a'.repeat(255))).toBe(false);
  });
  expect(milliseconds).toBeLessThan(1000);
});

test('layers that are off are drawn where they are asked for', () => {
  const layer = new Layer('Off');
  layer.isOn = false;
  expect(chosenLayers({ shown: null, hidden: [] }).isShown(layer)).toBe(false);
  expect(chosenLayers({ shown: ['off'], hidden: [] }).isShown(layer)).toBe(true);
});

test('names without a layer', () => {
  const wish = { shown: ['A*', 'B'], hidden: ['C'] };
  expect(unknownLayers([new Layer('Axis'), new Layer('c')], wish)).toEqual(['B']);
});
