import type { Step } from '../routes.ts';
import { latexToPdf } from './latex.ts';
import { mailToHtml, printPage } from './mail.ts';
import { fromMarkdown } from './markdown.ts';
import * as markup from './markup.ts';
import { office } from './office.ts';
import * as pdf from './pdf.ts';
import { placePicture } from './picture.ts';
import { postscriptToPdf } from './postscript.ts';
import { printHtml } from './print.ts';
import { recognise } from './recognise.ts';
import { joinSheets } from './sheets.ts';
import { type Draft, only, type Work } from './step.ts';
import { subtitleLines } from './subtitle-lines.ts';
import * as texts from './texts.ts';
import { typstToPdf } from './typst.ts';

/** Runs one step: a draft, or one file per sheet, becomes the next. Throws what the step's module throws. */
export async function runStep(step: Step, drafts: readonly Draft[], work: Work): Promise<readonly Draft[]> {
  switch (step.step) {
    case 'office':
      return office(step, only(drafts), work);
    case 'utf8':
      return [await texts.utf8(only(drafts), work)];
    case 'subtitleLines':
      return [await subtitleLines(only(drafts), work)];
    case 'markdownToHtml':
      return [await fromMarkdown(only(drafts), step.reader, work)];
    case 'mailToHtml':
      return [await mailToHtml(only(drafts), work)];
    case 'printPage':
      return [await printPage(only(drafts), work)];
    case 'readSource':
      return [await markup.readSource(only(drafts), work)];
    case 'readDraft':
      return [await markup.readDraft(only(drafts), step.as, work)];
    case 'writeTree':
      return [await markup.writeTree(step, only(drafts), work)];
    case 'printHtml':
      return [await printHtml(only(drafts), work)];
    case 'cleanHtml':
      return [await texts.clean(only(drafts), step.relativeLinks, work)];
    case 'tidyHtml':
      return [await texts.tidy(only(drafts), work)];
    case 'flatToHtml':
      return [await texts.fromFlat(only(drafts), work)];
    case 'htmlToMarkdown':
      return [await texts.toMarkdown(only(drafts), work)];
    case 'markdownToChunks':
      return [await texts.toChunks(only(drafts), work)];
    case 'openPdf':
      return [await pdf.open(only(drafts), work)];
    case 'typstToPdf':
      return [await typstToPdf(only(drafts), work)];
    case 'latexToPdf':
      return [await latexToPdf(only(drafts), work)];
    case 'postscriptToPdf':
      return [await postscriptToPdf(only(drafts), work)];
    case 'pdfToText':
      return [await pdf.text(only(drafts), work)];
    case 'pdfToDocx':
      return [await pdf.docx(only(drafts), work)];
    case 'pdfToHtml':
      return [await pdf.html(only(drafts), step.shape, work)];
    case 'recognise':
      return [await recognise(only(drafts), step.into, work)];
    case 'joinSheets':
      return [await joinSheets(drafts, work)];
    case 'placePicture':
      return [await placePicture(only(drafts), step.on, work)];
  }
}
