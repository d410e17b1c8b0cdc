; What the installer per user does beyond electron-builder's own: it refuses where Carrel is installed for the machine,
; asks a desk that is in use to finish first, and says what stays when it is removed.
; The exit codes are for scripts: 1638 as msiexec's for another version, 75 as `carrel --drain`'s for a busy desk.

!define CARREL_MACHINE_KEY "Software\Carrel"
!define CARREL_EXIT_OTHER_INSTALLED 1638
!define CARREL_EXIT_BUSY 75
!define CARREL_DRAIN_SECONDS 600

!define CARREL_TEXT_MSI "${PRODUCT_NAME} is already installed on this computer for everybody who works here.$\r$\n$\r$\n\
Nothing was installed. Open ${PRODUCT_NAME} from the start menu."
!define CARREL_TEXT_BUSY "${PRODUCT_NAME} is open and in use at this desk.$\r$\n$\r$\n\
Nothing was changed. Finish with the patron or the trolley, close ${PRODUCT_NAME}, and start this again."
!define CARREL_TEXT_KEPT "The journal and the settings of this desk stay on this computer when ${PRODUCT_NAME} is \
removed. They are in$\r$\n$\r$\n$LOCALAPPDATA\${PRODUCT_NAME}"

!macro customHeader
  ; electron-builder leaves these out where a script has a check of its own.
  !include "getProcessInfo.nsh"
  Var pid
!macroend

; The 64-bit registry is looked at here: electron-builder has chosen it before.
!macro customInit
  ReadRegStr $0 HKLM "${CARREL_MACHINE_KEY}" "InstalledBy"
  ${If} $0 == "msi"
    MessageBox MB_OK|MB_ICONSTOP "${CARREL_TEXT_MSI}" /SD IDOK
    SetErrorLevel ${CARREL_EXIT_OTHER_INSTALLED}
    Quit
  ${EndIf}
!macroend

!macro carrelBusy
  MessageBox MB_OK|MB_ICONEXCLAMATION "${CARREL_TEXT_BUSY}" /SD IDOK
  SetErrorLevel ${CARREL_EXIT_BUSY}
  Quit
!macroend

; Where the desks of this computer could not be asked (only an administrator may) or said that they are busy, a program
; that is running is left alone: it is never closed under whoever works in it. An update ends it by itself, and is given
; some seconds for that.
!macro carrelWaitForEnd
  StrCpy $R8 0
  ${Do}
    !insertmacro FIND_PROCESS "${APP_EXECUTABLE_FILENAME}" $R0
    ${If} $R0 != 0
      ${ExitDo}
    ${EndIf}
    IntOp $R8 $R8 + 1
    ${If} $R8 > 15
    ${OrIfNot} ${isUpdated}
      !insertmacro carrelBusy
    ${EndIf}
    Sleep 1000
  ${Loop}
!macroend

; Before files are replaced or removed: the program that is there asks the one that is running. Where it cannot be
; started it cannot be running, and a broken copy has to be replaceable.
!macro customCheckAppRunning
  !insertmacro IS_POWERSHELL_AVAILABLE
  ${If} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    ClearErrors
    ExecWait '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --drain --timeout ${CARREL_DRAIN_SECONDS}' $0
    ${If} ${Errors}
      StrCpy $0 0
    ${EndIf}
    ${If} $0 == ${CARREL_EXIT_BUSY}
      !insertmacro carrelBusy
    ${ElseIf} $0 != 0
      !insertmacro carrelWaitForEnd
    ${EndIf}
  ${EndIf}
  ; A desk that has come to rest may still have its window open: electron-builder's own check closes it.
  !insertmacro _CHECK_APP_RUNNING
!macroend

; The uninstaller makes itself silent after its one question, so the switch says whether anybody is there to read this.
!macro customUnInstall
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/S" $R1
  ${If} ${Errors}
  ${AndIfNot} ${isUpdated}
    MessageBox MB_OK|MB_ICONINFORMATION "${CARREL_TEXT_KEPT}"
  ${EndIf}
!macroend
