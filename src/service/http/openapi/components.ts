import { LogoutDocument, SessionDocument } from '../../access/session-routes.ts';
import { CatalogEntryDocument } from '../../conversions/catalog-routes.ts';
import {
  ConversionBody,
  ConversionDocument,
  ConversionInput,
  ConversionPatch,
  OutputTargetBody,
  OutputTargetDocument,
} from '../../documents/conversion-schemas.ts';
import {
  ErrorBody,
  ErrorCode,
  ErrorName,
  HistoryDocument,
  InputBody,
  InputDocument,
  InputPatch,
  InputsPatch,
  IssueCode,
  JobBody,
  JobDocument,
  JobIssueDocument,
  JobPatch,
  JobStatus,
  OutputDocument,
  OutputPatch,
  StatusObject,
  ThreadDocument,
  Timestamp,
} from '../../documents/schemas.ts';
import { ContractDocument } from '../../keys/routes.ts';
import { PresetBody, PresetDocument, PresetPatch } from '../../presets/routes.ts';
import { UsageDocument } from '../../statistics/routes.ts';
import { Base64Body } from '../../uploads/base64-routes.ts';

/** Schemas that have a name in the description; equal schemas refer to them. The names become types in generated clients. */
export const COMPONENTS = {
  Job: JobDocument,
  NewJob: JobBody,
  JobPatch,
  JobStatus,
  JobIssue: JobIssueDocument,
  IssueCode,
  Status: StatusObject,
  Input: InputDocument,
  NewInput: InputBody,
  InputPatch,
  InputsPatch,
  Base64Upload: Base64Body,
  Conversion: ConversionDocument,
  NewConversion: ConversionBody,
  ConversionPatch,
  ConversionInput,
  OutputTarget: OutputTargetDocument,
  NewOutputTarget: OutputTargetBody,
  Output: OutputDocument,
  OutputPatch,
  Thread: ThreadDocument,
  History: HistoryDocument,
  CatalogEntry: CatalogEntryDocument,
  Preset: PresetDocument,
  NewPreset: PresetBody,
  PresetPatch,
  Contract: ContractDocument,
  Usage: UsageDocument,
  Session: SessionDocument,
  Logout: LogoutDocument,
  Timestamp,
  Error: ErrorBody,
  ErrorCode,
  ErrorName,
};
