import { describe } from 'vitest';
import { CHECKOUT } from './product.ts';
import { testProduct } from './suite.ts';

describe('convertd from the checkout', () => testProduct(() => CHECKOUT));
