import { FocusStyleManager, OverlaysProvider } from '@blueprintjs/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, RouterProvider } from 'react-router-dom'
import { ApiError } from '../api/api-error.ts'
import { connectTo, setSessionRenewal, whyEnded } from '../api/send.ts'
import { host, isDesktop } from '../host/host.ts'
import { keepPage } from '../host/keep-page.ts'
import { setUpLanguage } from '../i18n/set-up.ts'
import { dropOldDrafts } from '../kit/drafts.ts'
import { guardFreshPresses } from '../kit/fresh-press.ts'
import { hearSlashes } from '../kit/held-search.ts'
import { keepFocus } from '../kit/kept-focus.ts'
import { Toasts } from '../kit/Toasts.tsx'
import { hearEarlyScans } from '../scan/hear-early-scans.ts'
import { hearOfSession, renewOverPage } from '../session/renew-session.ts'
import { currentUser, endedWhyAtom, onOtherTabs, resumeSession } from '../session/session.ts'
import { findWhetherSetUp } from '../settings/first-start/set-up.ts'
import { store } from '../theme/theme.tsx'
import { startSendingMissingKeys } from './FurtherLanguages.tsx'
import { leaveFirstPage } from './first-page.ts'
import { MishapNotice } from './MishapNotice.tsx'
import { queryClient } from './query-client.ts'
import { makeRouter } from './routes.tsx'
import { StartFailure } from './Screen.tsx'
import { startSendingLog } from './send-log.ts'
import { listenForLinks } from './trace/trace-links.ts'
import { guardUnsaved } from './unsaved.ts'

/** Brings the renderer up: language, the server's address, the session that still holds, then the screen of the address. */
export async function start(): Promise<void> {
  FocusStyleManager.onlyShowFocusOnTabs()
  refuseStrayDrops()
  guardFreshPresses()
  keepFocus()
  hearEarlyScans()
  hearSlashes()
  guardUnsaved()
  dropOldDrafts()
  const place = document.getElementById('root') ?? document.body
  const root = createRoot(place)
  leaveFirstPage(place)
  try {
    const { serverUrl } = await host.app.info()
    connectTo(serverUrl)
    // Both at once: on a slow line each is a wait of its own.
    const resumed = resumeSession().catch(ifSignedOut)
    await Promise.all([setUpLanguage(), resumed])
    await findWhetherSetUp(currentUser() !== null)
    setSessionRenewal(renewOverPage)
    onOtherTabs((userId) => void hearOfSession(userId))
    listenForLinks()
    startSendingLog()
    startSendingMissingKeys()
    if (!isDesktop) void keepPage()
    root.render(
      <Surroundings>
        <RouterProvider router={makeRouter()} />
        <MishapNotice />
      </Surroundings>,
    )
  } catch (failure) {
    root.render(
      <Surroundings>
        <MemoryRouter>
          <StartFailure failure={failure} />
        </MemoryRouter>
      </Surroundings>,
    )
  }
}

/** An ended session is no failure to start: the user signs in. */
function ifSignedOut(failure: unknown): void {
  if (!(failure instanceof ApiError) || failure.status !== 401) throw failure
  store.set(endedWhyAtom, whyEnded(failure))
}

function Surroundings({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <OverlaysProvider>
            {children}
            <Toasts />
          </OverlaysProvider>
        </QueryClientProvider>
      </Provider>
    </StrictMode>
  )
}

/**
 * A file let fall where nothing takes it would make the browser leave the page for the file. Whoever takes files on the window
 * listens after this and says so by its own `dropEffect`.
 */
export function refuseStrayDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}
