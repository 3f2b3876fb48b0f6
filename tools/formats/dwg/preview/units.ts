import { type CadDocument, MeasurementUnits, UnitsType } from '@node-projects/acad-ts';

const INCH = 25.4;
const US_SURVEY_FOOT = 1_200_000 / 3937;

/** Millimetres per unit of $INSUNITS (Autodesk's DXF reference, HEADER). */
const MILLIMETRES: Readonly<Partial<Record<UnitsType, number>>> = {
  [UnitsType.Inches]: INCH,
  [UnitsType.Feet]: 12 * INCH,
  [UnitsType.Miles]: 63_360 * INCH,
  [UnitsType.Millimeters]: 1,
  [UnitsType.Centimeters]: 10,
  [UnitsType.Meters]: 1000,
  [UnitsType.Kilometers]: 1e6,
  [UnitsType.Microinches]: INCH * 1e-6,
  [UnitsType.Mils]: INCH * 1e-3,
  [UnitsType.Yards]: 36 * INCH,
  [UnitsType.Angstroms]: 1e-7,
  [UnitsType.Nanometers]: 1e-6,
  [UnitsType.Microns]: 1e-3,
  [UnitsType.Decimeters]: 100,
  [UnitsType.Decameters]: 1e4,
  [UnitsType.Hectometers]: 1e5,
  [UnitsType.Gigameters]: 1e12,
  [UnitsType.USSurveyFeet]: US_SURVEY_FOOT,
  [UnitsType.USSurveyInches]: US_SURVEY_FOOT / 12,
  [UnitsType.USSurveyYards]: US_SURVEY_FOOT * 3,
};

/** Returns millimetres per drawing unit; if the drawing does not say, those of millimetres or inches by $MEASUREMENT. */
export function unitMillimetres({ header }: CadDocument): number {
  const known = header === null ? undefined : MILLIMETRES[header.insUnits];
  return known ?? (header?.measurementUnits === MeasurementUnits.English ? INCH : 1);
}
