import type { Session, WebContents } from 'electron'

/** Label printers are reached by main; a page reaches no device, neither one that was allowed before nor by a picker. */
export function refuseDevices(session: Session): void {
  session.setDevicePermissionHandler(() => false)
  session.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault()
    choose(null)
  })
  session.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault()
    choose()
  })
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault()
    choose('')
  })
}

export function refuseBluetooth(contents: WebContents): void {
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault()
    choose('')
  })
}
