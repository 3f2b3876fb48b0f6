import { describe } from 'vitest';
import { useS3 } from '../../support/use-s3.ts';
import { azureStorage } from './azure.ts';
import { ftpStorage } from './ftp.ts';
import { googleStorage } from './google.ts';
import { s3Storage } from './s3.ts';
import { storageScenarios } from './scenarios.ts';

describe('S3', () => {
  const s3 = useS3('files');
  storageScenarios(() => s3Storage(s3, 'files'));
});

describe('Azure Blob Storage', () => storageScenarios(azureStorage));

describe('Google Cloud Storage', () => storageScenarios(googleStorage));

describe('FTP', () => storageScenarios(ftpStorage));
