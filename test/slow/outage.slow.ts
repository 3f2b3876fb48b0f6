import { it } from 'vitest';
import { surviveOutage } from '../worker/outage.ts';

it('a broker out of reach for a minute is waited for', () => surviveOutage(60));
