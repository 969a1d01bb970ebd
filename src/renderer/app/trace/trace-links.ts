import { atom } from 'jotai'
import { host } from '../../host/host.ts'
import { store } from '../../theme/theme.tsx'

/** The code of a link from outside (`selvedge://trace/CODE`) that nobody looked up yet: it waits while somebody signs in. */
export const waitingLinkAtom = atom<string | null>(null)

/** Takes the link that started the app, and each that comes later. */
export function listenForLinks(): void {
  const take = async () => {
    const link = await host.app.takeLink()
    if (link) store.set(waitingLinkAtom, link.code)
  }
  host.app.onLink(() => void take())
  void take()
}
