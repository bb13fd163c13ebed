; The installer of the compact edition for Windows: for one person, without an administrator.
; Given by windows.mjs: FOLDER (what is installed), OUTPUT, VERSION, and where they hold QUICK and SIGNER.
Target amd64-unicode
Unicode true
!ifdef QUICK
  SetCompress off
  ; What a test packs is large as it lies, and was made a moment ago.
  CRCCheck off
!else
  ; Node is in it twice, for a window and for a console: the second one costs nothing where the first is remembered.
  SetCompressor /SOLID lzma
  SetCompressorDictSize 128
!endif
!include MUI2.nsh
!include LogicLib.nsh

Name "Mostrador"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Mostrador"
RequestExecutionLevel user
BrandingText " "
ManifestDPIAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "Mostrador"
VIAddVersionKey /LANG=0 "FileDescription" "Mostrador"
VIAddVersionKey /LANG=0 "CompanyName" "Mostrador"
VIAddVersionKey /LANG=0 "LegalCopyright" "Mostrador"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
!ifdef SIGNER
  !uninstfinalize '${SIGNER} "%1"'
!endif

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Mostrador"
; Windows looks for a person's programs there.
!define COMMAND "$LOCALAPPDATA\Microsoft\WindowsApps\mostrador.cmd"

!define MUI_ICON "${FOLDER}/icon.ico"
!define MUI_UNICON "${FOLDER}/icon.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Mostrador.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS '${FLAGS} $\"$INSTDIR\launch.mjs$\"'
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "English"
LangString Running ${LANG_SPANISH} "Mostrador está abierto. Ciérrelo y elija Reintentar."
LangString Running ${LANG_ENGLISH} "Mostrador is open. Close it and choose Retry."
LangString Kept ${LANG_SPANISH} "Mostrador se quitó. Sus ventas y ajustes siguen en$\r$\n$APPDATA\Mostrador"
LangString Kept ${LANG_ENGLISH} "Mostrador was removed. Your sales and settings stay in$\r$\n$APPDATA\Mostrador"

; A running program cannot be written. Silent, the installer ends with 2 and has changed nothing.
!macro WaitUntilClosed un
Function ${un}waitUntilClosed
  ${Do}
    ${IfNot} ${FileExists} "$INSTDIR\Mostrador.exe"
      Return
    ${EndIf}
    ClearErrors
    FileOpen $0 "$INSTDIR\Mostrador.exe" a
    ${IfNot} ${Errors}
      FileClose $0
      Return
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Quit
  ${Loop}
FunctionEnd
!macroend
!insertmacro WaitUntilClosed ""
!insertmacro WaitUntilClosed "un."

Section
  Call waitUntilClosed
  ; What the version before brought and this one does not would stay for ever. What came by itself stands elsewhere, and stays.
  RMDir /r "$INSTDIR\versions"
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/installed/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Mostrador.lnk" "$INSTDIR\Mostrador.exe" '${FLAGS} "$INSTDIR\launch.mjs"' "$INSTDIR\Mostrador.exe" 0
  CreateShortCut "$DESKTOP\Mostrador.lnk" "$INSTDIR\Mostrador.exe" '${FLAGS} "$INSTDIR\launch.mjs"' "$INSTDIR\Mostrador.exe" 0
  CreateDirectory "$LOCALAPPDATA\Microsoft\WindowsApps"
  File "/oname=${COMMAND}" "${FOLDER}/mostrador.cmd"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Mostrador"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Mostrador.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Mostrador"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  SectionGetSize 0 $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section "Uninstall"
  Call un.waitUntilClosed
  Delete "$SMPROGRAMS\Mostrador.lnk"
  Delete "$DESKTOP\Mostrador.lnk"
  Delete "${COMMAND}"
  ; Versions that came later by themselves are programs, too. The journal and the settings are in $APPDATA.
  RMDir /r "$LOCALAPPDATA\Mostrador\versions"
  RMDir /r "$LOCALAPPDATA\Mostrador\feed"
  RMDir "$LOCALAPPDATA\Mostrador"
  ; Only what was installed: /D may have named a folder that holds other things.
  RMDir /r "$INSTDIR\versions"
  Delete "$INSTDIR\Mostrador.exe"
  Delete "$INSTDIR\node.exe"
  Delete "$INSTDIR\launch.mjs"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL}"
  MessageBox MB_OK|MB_ICONINFORMATION "$(Kept)" /SD IDOK
SectionEnd
