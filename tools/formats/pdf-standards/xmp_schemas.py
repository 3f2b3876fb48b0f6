"""The properties that PDF/A lets metadata have without describing them, with their types (XMP Specification, September 2005, chapter 4)."""

# By namespace, and by type. `[X]` is an ordered array, `{X}` an unordered one, `<X>` alternatives; types in capitals are structures.
PREDEFINED: "dict[str, dict[str, str]]" = {
    "http://purl.org/dc/elements/1.1/": {
        "Text": "coverage identifier source",
        "MIMEType": "format",
        "{Text}": "contributor language publisher relation subject type",
        "[Text]": "creator",
        "[Date]": "date",
        "LangAlt": "description rights title",
    },
    "http://ns.adobe.com/xap/1.0/": {
        "Text": "BaseURL CreatorTool Label Nickname",
        "{Text}": "Advisory Identifier",
        "Date": "CreateDate MetadataDate ModifyDate",
        "Real": "Rating",
        "<STRUCT>": "Thumbnails",
    },
    "http://ns.adobe.com/xap/1.0/rights/": {
        "Text": "Certificate WebStatement",
        "Boolean": "Marked",
        "{Text}": "Owner",
        "LangAlt": "UsageTerms",
    },
    "http://ns.adobe.com/xap/1.0/mm/": {
        "STRUCT": "DerivedFrom ManagedFrom RenditionOf",
        "Text": "DocumentID InstanceID LastURL ManageTo ManageUI Manager ManagerVariant RenditionClass RenditionParams VersionID",
        "Integer": "SaveID",
        "[STRUCT]": "History Versions",
    },
    "http://ns.adobe.com/xap/1.0/bj/": {"{STRUCT}": "JobRef"},
    "http://ns.adobe.com/xap/1.0/t/pg/": {
        "STRUCT": "MaxPageSize",
        "Integer": "NPages",
        "{STRUCT}": "Fonts",
        "[STRUCT]": "Colorants",
        "[Text]": "PlateNames",
    },
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": {
        "STRUCT": "projectRef videoFrameSize videoAlphaPremultipleColor startTimecode altTimecode duration introTime outCue"
        " relativeTimestamp timeScaleParams resampleParams beatSpliceParams",
        "Text": "videoFrameRate videoPixelDepth videoColorSpace videoAlphaMode videoCompressor videoFieldOrder pullDown audioSampleType"
        " audioChannelType audioCompressor speakerPlacement tapeName altTapeName scene shotName shotLocation logComment"
        " absPeakAudioFilePath relativePeakAudioFilePath artist album genre copyright composer engineer instrument key stretchMode"
        " timeSignature scaleType",
        "Rational": "videoPixelAspectRatio fileDataRate",
        "Boolean": "videoAlphaUnityIsTransparent loop",
        "Integer": "audioSampleRate trackNumber",
        "Real": "tempo numberOfBeats",
        "Date": "shotDate videoModDate audioModDate metadataModDate releaseDate",
        "[STRUCT]": "markers",
        "{STRUCT}": "contributedMedia",
    },
    "http://ns.adobe.com/pdf/1.3/": {"Text": "Keywords PDFVersion Producer"},
    "http://ns.adobe.com/photoshop/1.0/": {
        "Text": "AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions Source State TransmissionReference",
        "Date": "DateCreated",
        "{Text}": "SupplementalCategories",
        "Integer": "Urgency",
    },
    "http://ns.adobe.com/camera-raw-settings/1.0/": {
        "Boolean": "AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings",
        "Integer": "BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast CropUnits"
        " GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint Sharpness Temperature Tint"
        " VignetteAmount VignetteMidpoint",
        "Real": "CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure",
        "Text": "CameraProfile RawFileName ToneCurveName Version WhiteBalance",
        "[Text]": "ToneCurve",
    },
    "http://ns.adobe.com/tiff/1.0/": {
        "Integer": "ImageWidth ImageLength Compression PhotometricInterpretation Orientation SamplesPerPixel PlanarConfiguration"
        " YCbCrPositioning ResolutionUnit",
        "[Integer]": "BitsPerSample YCbCrSubSampling TransferFunction",
        "Rational": "XResolution YResolution",
        "[Rational]": "WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite",
        "Date": "DateTime",
        "LangAlt": "ImageDescription Copyright",
        "Text": "Make Model Software Artist",
    },
    "http://ns.adobe.com/exif/1.0/aux/": {"Text": "Lens SerialNumber"},
    "http://ns.adobe.com/exif/1.0/": {
        "Text": "ExifVersion FlashpixVersion RelatedSoundFile SpectralSensitivity ImageUniqueID GPSVersionID GPSLatitude GPSLongitude"
        " GPSSatellites GPSStatus GPSMeasureMode GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSMapDatum GPSDestLatitude"
        " GPSDestLongitude GPSDestBearingRef GPSDestDistanceRef GPSProcessingMethod GPSAreaInformation",
        "Integer": "ColorSpace PixelXDimension PixelYDimension ExposureProgram MeteringMode LightSource FocalPlaneResolutionUnit"
        " SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance FocalLengthIn35mmFilm SceneCaptureType"
        " GainControl Contrast Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSDifferential",
        "[Integer]": "ComponentsConfiguration ISOSpeedRatings SubjectArea SubjectLocation",
        "Rational": "CompressedBitsPerPixel ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue"
        " MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution ExposureIndex"
        " DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance",
        "Date": "DateTimeOriginal DateTimeDigitized GPSTimeStamp",
        "LangAlt": "UserComment",
        "STRUCT": "OECF Flash SpatialFrequencyResponse CFAPattern DeviceSettingDescription",
    },
    "http://www.aiim.org/pdfa/ns/id/": {"Integer": "part", "Text": "amd conformance corr"},
    "http://www.aiim.org/pdfa/ns/extension/": {"{STRUCT}": "schemas"},
}

# What differs in PDF/A-1, which follows the specification of January 2004.
ONLY_IN_PART_1 = {
    ("http://ns.adobe.com/exif/1.0/", "MakerNote"): "Text",
    ("http://ns.adobe.com/exif/1.0/", "GPSMeasureMode"): "Integer",
    ("http://ns.adobe.com/photoshop/1.0/", "SupplementalCategories"): "Text",
}
NOT_IN_PART_1 = {
    "http://ns.adobe.com/exif/1.0/aux/": "*",
    "http://www.aiim.org/pdfa/ns/id/": "corr",
    "http://ns.adobe.com/xap/1.0/": "Label Rating",
    "http://ns.adobe.com/xap/1.0/t/pg/": "Fonts Colorants PlateNames",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "*",
    "http://ns.adobe.com/camera-raw-settings/1.0/": "*",
}


def predefined(part: int) -> "dict[tuple[str, str], str]":
    """Returns the types of the predefined properties, by namespace and name. part: of the standard, 1 to 3."""
    found: dict[tuple[str, str], str] = {}
    for namespace, types in PREDEFINED.items():
        without = NOT_IN_PART_1.get(namespace, "").split() if part == 1 else []
        if "*" in without:
            continue
        found.update({(namespace, name): kind for kind, names in types.items() for name in names.split() if name not in without})
    return {**found, **ONLY_IN_PART_1} if part == 1 else found
