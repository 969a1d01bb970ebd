/** Lets the test ask what the app set or answers where Electron itself would act on it. */
import { app } from './app.ts'
import { BrowserWindow, contentsOf } from './browser-window.ts'
import { session } from './session.ts'
import { answersToTest } from './test-side.ts'

const { defaultSession } = session

type Asker = { requestingUrl: string; isMainFrame: boolean }
type Request = (contents: unknown, permission: string, answer: (granted: boolean) => void, asker: Asker) => void
type Check = (contents: unknown, permission: string, origin: string, asker: Asker) => boolean

/** Emits an event that the app may prevent; `chosen` collects what it answered. */
function emitted(emitter: NodeJS.EventEmitter, name: string, given: unknown[] = []) {
  let prevented = false
  const chosen: unknown[] = []
  const event = { preventDefault: () => (prevented = true) }
  emitter.emit(name, event, ...given, (...answer: unknown[]) => chosen.push(answer))
  return { prevented, chosen }
}

answersToTest['walls.windows'] = () => BrowserWindow.getAllWindows().map(({ preferences }) => preferences)
answersToTest['walls.app'] = () => ({
  isSandboxed: app.isSandboxed,
  isSpellCheckerEnabled: defaultSession.isSpellCheckerEnabled,
  // Whoever listens may let a wrong certificate pass.
  looksAtCertificates: app.listenerCount('certificate-error') > 0 || 'certificateVerify' in defaultSession.handlers,
})
answersToTest['walls.permission'] = (permission: string, asker: Asker) => {
  const { permissionRequest, permissionCheck } = defaultSession.handlers
  let requested: boolean | null = null
  const answer = (granted: boolean) => {
    requested = granted
  }
  ;(permissionRequest as Request)(null, permission, answer, asker)
  return {
    requested,
    checked: (permissionCheck as Check)(null, permission, new URL(asker.requestingUrl).origin, asker),
  }
}
answersToTest['walls.device'] = (deviceType: string) =>
  (defaultSession.handlers.devicePermission as (details: unknown) => boolean)({ deviceType, origin: 'app://selvedge' })
answersToTest['walls.pick'] = (name: string) =>
  name === 'select-serial-port'
    ? emitted(defaultSession, name, [[{ portId: 'one' }], null])
    : emitted(defaultSession, name, [{ deviceList: [{ deviceId: 'one' }] }])
answersToTest['walls.contents'] = (id: number, name: string, ...given: unknown[]) =>
  emitted(contentsOf(id), name, given)
answersToTest['walls.download'] = (url: string) =>
  emitted(defaultSession, 'will-download', [{ getURL: () => url }]).prevented
