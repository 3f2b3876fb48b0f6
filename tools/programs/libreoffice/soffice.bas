' One conversion inside LibreOffice. CONVERTD_JOB is the URL of a file of lines `key<TAB>value` (written by soffice-job.ts), its
' line `result` the file of the same shape that reports how it went. Only the application's library runs: documents are
' loaded without their macros.
Option Explicit

' What LibreOffice asked or reported while it loaded: lines of the result.
Private mAsked As String
' The password of the job, until it is asked for.
Private mPassword As String

Sub Main
	Dim jobLines, resultUrl As String, document As Object, stage As String, told As String
	jobLines = readLines(Environ("CONVERTD_JOB"))
	resultUrl = valueOf(jobLines, "result")
	mAsked = ""
	told = ""
	On Error Goto failed
	stage = "load"
	setSystemLocale("en-GB")
	document = loadDocument(jobLines)
	If IsNull(document) Then
		writeResult(resultUrl, mAsked & resultLine("failed", "load", "LibreOffice loaded nothing"))
		Exit Sub
	End If
	told = mAsked & describe(document)
	stage = "changes"
	If valueOf(jobLines, "changes") <> "" Then settleChanges(document, valueOf(jobLines, "changes"))
	If valueOf(jobLines, "show-hidden") <> "" Then showAll(document)
	If valueOf(jobLines, "plain-pages") <> "" Then leaveOutHeaders(document)
	If valueOf(jobLines, "fit-width") <> "" Then fitWidth(document)
	If valueOf(jobLines, "update-indexes") <> "" Then updateIndexes(document)
	stage = "store"
	storeAll(document, jobLines)
	writeResult(resultUrl, told & resultLine("stored", "", ""))
	Exit Sub
failed:
	writeResult(resultUrl, IIf(told = "", mAsked, told) & resultLine("failed", stage, Error$))
End Sub

' See set_system_locale in lok.py.
Sub setSystemLocale(name As String)
	Dim provider As Object, settings As Object
	provider = CreateUnoService("com.sun.star.configuration.ConfigurationProvider")
	settings = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationUpdateAccess", Array(propertyOf("nodepath", "/org.openoffice.Setup/L10N")))
	settings.ooSetupSystemLocale = name
	settings.commitChanges()
End Sub

Function loadDocument(jobLines) As Object
	Dim properties()
	mPassword = valueOf(jobLines, "password")
	append(properties, propertyOf("Hidden", True))
	append(properties, propertyOf("ReadOnly", valueOf(jobLines, "edit") = ""))
	append(properties, propertyOf("MacroExecutionMode", com.sun.star.document.MacroExecMode.NEVER_EXECUTE))
	append(properties, propertyOf("UpdateDocMode", com.sun.star.document.UpdateDocMode.NO_UPDATE))
	append(properties, propertyOf("InteractionHandler", CreateUnoListener("Answer_", "com.sun.star.task.XInteractionHandler")))
	appendIfSet(properties, "FilterName", valueOf(jobLines, "filter"))
	appendIfSet(properties, "FilterOptions", valueOf(jobLines, "options"))
	loadDocument = CreateUnoService("com.sun.star.frame.Desktop").loadComponentFromURL(valueOf(jobLines, "input"), "_blank", 0, properties)
End Function

' LibreOffice's questions, which nobody is there to answer: each is noted, a password given once, the rest approved (as the
' repair of a broken package). A password that is loaded with unasked would not tell whether the file is protected.
Sub Answer_handle(interaction As Object)
	Dim request, name As String, detail As String, choice, wanted As String
	request = interaction.getRequest()
	name = CreateUnoService("com.sun.star.reflection.CoreReflection").getType(request).Name
	wanted = "com.sun.star.task.XInteractionApprove"
	If InStr(name, "PasswordRequest") > 0 Then
		wanted = IIf(mPassword = "", "com.sun.star.task.XInteractionAbort", "com.sun.star.task.XInteractionPassword")
	ElseIf InStr(name, "ErrorCodeRequest") > 0 Then
		detail = CStr(request.ErrCode)
	End If
	mAsked = mAsked & resultLine("asked", name, detail)
	For Each choice In interaction.getContinuations()
		If HasUnoInterfaces(choice, wanted) Then
			If InStr(wanted, "Password") > 0 Then
				choice.setPassword(mPassword)
				mPassword = ""
			End If
			choice.select()
			Exit Sub
		End If
	Next
End Sub

Sub Answer_disposing(event)
End Sub

Function describe(document As Object) As String
	Dim kind As String, told As String, i As Long
	kind = "other"
	If document.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then
		kind = "calc"
		For i = 0 To document.Sheets.Count - 1
			told = told & resultLine("sheet", document.Sheets.getByIndex(i).Name, hiddenIn(document.Sheets.getByIndex(i)))
		Next
	ElseIf document.supportsService("com.sun.star.presentation.PresentationDocument") Then
		kind = "impress"
		told = told & resultLine("hidden-slides", CStr(hiddenSlides(document)), "")
	ElseIf document.supportsService("com.sun.star.drawing.DrawingDocument") Then
		kind = "draw"
	ElseIf document.supportsService("com.sun.star.text.GenericTextDocument") Then
		kind = "writer"
	End If
	told = told & resultLine("changes", CStr(countChanges(document)), "") & asides(document, kind)
	describe = resultLine("kind", kind, "") & told
End Function

' See hidden.py, here and below.
Function hiddenIn(sheet As Object) As String
	Dim cursor As Object, last As Object, shown
	cursor = sheet.createCursor()
	cursor.gotoEndOfUsedArea(False)
	last = cursor.RangeAddress
	shown = sheet.getCellRangeByPosition(0, 0, last.EndColumn, last.EndRow).queryVisibleCells().RangeAddresses
	hiddenIn = IIf(sheet.IsVisible, "shown", "hidden") & "|" & gaps(shown, True, last.EndRow) & "|" & gaps(shown, False, last.EndColumn)
End Function

' Rows or columns up to `last` that no range has. The ranges come in order, and each column that is shown has all rows that are shown.
Function gaps(shown, ofRows As Boolean, last As Long) As String
	Dim area, begin As Long, first As Long, final As Long
	begin = 0
	For Each area In shown
		first = IIf(ofRows, area.StartRow, area.StartColumn)
		final = IIf(ofRows, area.EndRow, area.EndColumn)
		If first > begin Then gaps = gaps & begin & "-" & (first - 1) & " "
		If final + 1 > begin Then begin = final + 1
	Next
	If begin <= last Then gaps = gaps & begin & "-" & last
End Function

Function hiddenSlides(document As Object) As Long
	Dim i As Long
	hiddenSlides = 0
	For i = 0 To document.DrawPages.Count - 1
		If Not document.DrawPages.getByIndex(i).Visible Then hiddenSlides = hiddenSlides + 1
	Next
End Function

Sub showAll(document As Object)
	Dim i As Long
	If document.supportsService("com.sun.star.presentation.PresentationDocument") Then
		For i = 0 To document.DrawPages.Count - 1
			document.DrawPages.getByIndex(i).Visible = True
		Next
	ElseIf document.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then
		For i = 0 To document.Sheets.Count - 1
			document.Sheets.getByIndex(i).IsVisible = True
			document.Sheets.getByIndex(i).Rows.IsFiltered = False
			document.Sheets.getByIndex(i).Rows.IsVisible = True
			document.Sheets.getByIndex(i).Columns.IsVisible = True
		Next
	End If
End Sub

' See leave_out_headers in convert.py.
Sub leaveOutHeaders(document As Object)
	Dim styles As Object, i As Long
	styles = document.StyleFamilies.getByName("PageStyles")
	For i = 0 To styles.Count - 1
		styles.getByIndex(i).HeaderIsOn = False
		styles.getByIndex(i).FooterIsOn = False
	Next
End Sub

' See fit_width in convert.py.
Sub fitWidth(document As Object)
	Dim styles As Object, i As Long
	If Not document.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then Exit Sub
	styles = document.StyleFamilies.getByName("PageStyles")
	For i = 0 To styles.Count - 1
		styles.getByIndex(i).ScaleToPagesX = 1
		styles.getByIndex(i).ScaleToPagesY = 0
	Next
End Sub

' See update_indexes in convert.py.
Sub updateIndexes(document As Object)
	Dim i As Long, time As Long
	If Not document.supportsService("com.sun.star.text.GenericTextDocument") Then Exit Sub
	For time = 1 To 2
		For i = 0 To document.DocumentIndexes.Count - 1
			document.DocumentIndexes.getByIndex(i).update()
		Next
	Next
End Sub

' See asides.py, here and below.
Function asides(document As Object, kind As String) As String
	Dim i As Long, comments As Long, charts As Long, headers As Long, notes As Long, name
	On Error Resume Next
	If kind = "writer" Then
		comments = commentsIn(document.TextFields.createEnumeration())
		For Each name In document.EmbeddedObjects.ElementNames
			If UCase(document.EmbeddedObjects.getByName(name).CLSID) = "12DCAE26-281F-416F-A234-C3086127382E" Then charts = charts + 1
		Next
		For i = 0 To document.StyleFamilies.getByName("PageStyles").Count - 1
			headers = headers + textsAtEdges(document.StyleFamilies.getByName("PageStyles").getByIndex(i))
		Next
	ElseIf kind = "calc" Then
		For i = 0 To document.Sheets.Count - 1
			comments = comments + document.Sheets.getByIndex(i).Annotations.Count
		Next
	ElseIf kind = "impress" Then
		For i = 0 To document.DrawPages.Count - 1
			comments = comments + countOf(document.DrawPages.getByIndex(i).createAnnotationEnumeration())
			If hasNotes(document.DrawPages.getByIndex(i).NotesPage) Then notes = notes + 1
		Next
	End If
	asides = resultLine("comments", CStr(comments), "") & resultLine("charts", CStr(charts), "")
	asides = asides & resultLine("headers", CStr(headers), "") & resultLine("notes", CStr(notes), "") & embeddedIn(document, kind)
End Function

' See embedded.py, which knows more of a docx, pptx and xlsx. A line for each.
Function embeddedIn(document As Object, kind As String) As String
	Dim i As Long, objects As Object, found As String
	On Error Resume Next
	If kind = "writer" Then
		objects = document.getEmbeddedObjects()
		For i = 0 To objects.getCount() - 1
			found = found & embeddedLine(UCase(objects.getByIndex(i).CLSID))
		Next
	Else
		For i = 0 To document.DrawPages.Count - 1
			found = found & embeddedOn(document.DrawPages.getByIndex(i))
		Next
	End If
	embeddedIn = found
End Function

Function embeddedOn(group As Object) As String
	Dim i As Long, shape As Object, found As String
	On Error Resume Next
	For i = 0 To group.Count - 1
		shape = group.getByIndex(i)
		If shape.ShapeType = "com.sun.star.drawing.GroupShape" Then
			found = found & embeddedOn(shape)
		ElseIf Right(shape.ShapeType, 9) = "OLE2Shape" Then
			found = found & embeddedLine(UCase(shape.CLSID))
		ElseIf Right(shape.ShapeType, 10) = "MediaShape" Then
			found = found & resultLine("embedded", "media", "")
		End If
	Next
	embeddedOn = found
End Function

Function embeddedLine(identifier As String) As String
	Select Case identifier
		Case "12DCAE26-281F-416F-A234-C3086127382E", "078B7ABA-54FC-457F-8551-6147E776A997"
			embeddedLine = ""
		Case "8BC6B165-B1B2-4EDD-AA47-DAE2EE689DD6"
			embeddedLine = resultLine("embedded", "texts", "")
		Case "47BBB4CB-CE4C-4E80-A591-42D9AE74950F"
			embeddedLine = resultLine("embedded", "workbooks", "")
		Case "9176E48A-637A-4D1F-803B-99D9BFAC1047"
			embeddedLine = resultLine("embedded", "presentations", "")
		Case Else
			embeddedLine = resultLine("embedded", "objects", "")
	End Select
End Function

Function commentsIn(fields As Object) As Long
	Do While fields.hasMoreElements()
		If fields.nextElement().supportsService("com.sun.star.text.textfield.Annotation") Then commentsIn = commentsIn + 1
	Loop
End Function

Function countOf(elements As Object) As Long
	Do While elements.hasMoreElements()
		elements.nextElement()
		countOf = countOf + 1
	Loop
End Function

Function textsAtEdges(style As Object) As Long
	Dim edge
	If Not style.isInUse() Then Exit Function
	For Each edge In Array("Header", "Footer")
		If style.getPropertyValue(edge & "IsOn") Then
			If hasText(style.getPropertyValue(edge & "Text")) Then textsAtEdges = textsAtEdges + 1
			If Not style.getPropertyValue(edge & "IsShared") Then
				If hasText(style.getPropertyValue(edge & "TextLeft")) Then textsAtEdges = textsAtEdges + 1
			End If
			If Not style.FirstIsShared Then
				If hasText(style.getPropertyValue(edge & "TextFirst")) Then textsAtEdges = textsAtEdges + 1
			End If
		End If
	Next
End Function

Function hasText(text As Object) As Boolean
	Dim blocks As Object, block As Object, portions As Object, portion As Object
	blocks = text.createEnumeration()
	Do While blocks.hasMoreElements()
		block = blocks.nextElement()
		hasText = Not block.supportsService("com.sun.star.text.Paragraph")
		If hasText Then Exit Function
		portions = block.createEnumeration()
		Do While portions.hasMoreElements()
			portion = portions.nextElement()
			If portion.TextPortionType = "Text" Then hasText = Trim(portion.String) <> ""
			If hasText Then Exit Function
		Loop
	Loop
End Function

Function hasNotes(page As Object) As Boolean
	Dim i As Long, shape As Object
	For i = 0 To page.Count - 1
		shape = page.getByIndex(i)
		If Right(shape.ShapeType, 10) = "NotesShape" Or Right(shape.ShapeType, 9) = "TextShape" Then
			If Not shape.IsEmptyPresentationObject And Trim(shape.String) <> "" Then hasNotes = True
		End If
	Next
End Function

' Tracked changes of a text.
Function countChanges(document As Object) As Long
	Dim changes As Object
	countChanges = 0
	If Not document.supportsService("com.sun.star.text.GenericTextDocument") Then Exit Function
	changes = document.getRedlines().createEnumeration()
	Do While changes.hasMoreElements()
		changes.nextElement()
		countChanges = countChanges + 1
	Loop
End Function

' See tracked_changes.py.
Sub settleChanges(document As Object, how As String)
	Dim command As String, none() As Byte
	command = IIf(how = "accept", ".uno:AcceptAllTrackedChanges", ".uno:RejectAllTrackedChanges")
	document.RedlineProtectionKey = none
	CreateUnoService("com.sun.star.frame.DispatchHelper").executeDispatch(document.CurrentController.Frame, command, "", 0, Array(propertyOf("SynchronMode", True)))
	If countChanges(document) > 0 Then Error 1
End Sub

Sub storeAll(document As Object, jobLines)
	Dim i As Integer, key As String, value As String, url As String, properties(), data(), part
	For i = 0 To UBound(jobLines)
		key = keyOf(jobLines(i))
		value = textOf(jobLines(i))
		Select Case key
		Case "store"
			url = value
			properties = Array()
			data = Array()
			append(properties, propertyOf("Overwrite", True))
		Case "store-filter"
			append(properties, propertyOf("FilterName", value))
		Case "store-options"
			append(properties, propertyOf("FilterOptions", value))
		Case "store-text"
			part = Split(value, Chr(9), 2)
			append(data, propertyOf(part(0), part(1)))
		Case "store-integer"
			part = Split(value, Chr(9), 2)
			append(data, propertyOf(part(0), CLng(part(1))))
		Case "store-number"
			part = Split(value, Chr(9), 2)
			append(data, propertyOf(part(0), Val(part(1))))
		Case "store-truth"
			part = Split(value, Chr(9), 2)
			append(data, propertyOf(part(0), part(1) = "true"))
		Case "store-end"
			If UBound(data) >= 0 Then append(properties, propertyOf("FilterData", data))
			document.storeToURL(url, properties)
		End Select
	Next
End Sub

Function propertyOf(name As String, value)
	Dim made As New com.sun.star.beans.PropertyValue
	made.Name = name
	made.Value = value
	propertyOf = made
End Function

Sub append(list(), item)
	Dim last As Integer
	last = UBound(list) + 1
	ReDim Preserve list(last)
	list(last) = item
End Sub

Sub appendIfSet(list(), name As String, value As String)
	If value <> "" Then append(list, propertyOf(name, value))
End Sub

' The text of the first line with this key, or nothing.
Function valueOf(jobLines, key As String) As String
	Dim i As Integer
	valueOf = ""
	For i = 0 To UBound(jobLines)
		If keyOf(jobLines(i)) = key Then
			valueOf = textOf(jobLines(i))
			Exit Function
		End If
	Next
End Function

Function keyOf(jobLine As String) As String
	keyOf = Split(jobLine, Chr(9), 2)(0)
End Function

Function textOf(jobLine As String) As String
	Dim text As String
	text = Mid(jobLine, Len(keyOf(jobLine)) + 2)
	text = Replace(text, "%0A", Chr(10))
	text = Replace(text, "%0D", Chr(13))
	textOf = Replace(text, "%25", "%")
End Function

Function resultLine(key As String, first As String, second As String) As String
	resultLine = key & Chr(9) & escaped(first) & Chr(9) & escaped(second) & Chr(10)
End Function

Function escaped(ByVal text As String) As String
	text = Replace(text, "%", "%25")
	text = Replace(text, Chr(9), "%09")
	text = Replace(text, Chr(10), "%0A")
	escaped = Replace(text, Chr(13), "%0D")
End Function

' All lines but the last: LibreOffice reports the end of a file before its last line is read.
Function readLines(url As String)
	Dim stream As Object, list()
	stream = CreateUnoService("com.sun.star.io.TextInputStream")
	stream.setInputStream(CreateUnoService("com.sun.star.ucb.SimpleFileAccess").openFileRead(url))
	stream.setEncoding("UTF-8")
	Do While Not stream.isEOF()
		append(list, stream.readLine())
	Loop
	stream.closeInput()
	readLines = list
End Function

Sub writeResult(url As String, text As String)
	Dim stream As Object
	stream = CreateUnoService("com.sun.star.io.TextOutputStream")
	stream.setOutputStream(CreateUnoService("com.sun.star.ucb.SimpleFileAccess").openFileReadWrite(url))
	stream.setEncoding("UTF-8")
	stream.writeString(text)
	stream.closeOutput()
End Sub
