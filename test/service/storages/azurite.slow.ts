import { describe } from 'vitest';
import { azuriteStorage } from './azurite.ts';
import { storageScenarios } from './scenarios.ts';

describe('Azure Blob Storage, as Azurite has it', () => storageScenarios(azuriteStorage));
