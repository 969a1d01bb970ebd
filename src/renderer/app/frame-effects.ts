import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { hasRight } from '../../shared/areas.ts'
import { settingsPath } from '../../shared/kernel/screens.ts'
import { host, isDesktop } from '../host/host.ts'
import { wordOf } from '../i18n/code-words.ts'
import { mindOverlays } from '../kit/overlay-manners.ts'
import { showToast } from '../kit/Toasts.tsx'
import { waitingScans } from '../scan/scan-queue.ts'
import { currentUser, eyesOf, type User } from '../session/session.ts'
import { noteWaitingScans } from './unsaved.ts'

/** Ctrl+, opens the settings, as in other desktop programs. */
export function useSettingsKey(user: User | null): void {
  const navigate = useNavigate()
  const path = user === null ? null : settingsPath(user)
  useEffect(() => {
    if (path === null) return
    const listen = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === ','
      if (!isOurs || event.isComposing) return
      event.preventDefault()
      void navigate(path)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [navigate, path])
}

/** Dialogs and drawers behave alike, wherever they are made. */
export const useOverlayManners = (): void => useEffect(mindOverlays, [])

/** Says that the account is another by now, once: another role, or other rights in the same one. With borrowed eyes it is no news. */
export function useAccountNotice(user: User): void {
  const { t } = useTranslation()
  const before = useRef(user)
  useEffect(() => {
    const was = before.current
    before.current = user
    if (was.id !== user.id || was.true_role !== null || user.true_role !== null) return
    const more = t('What is kept as a draft stays on this computer, for you alone.')
    const say = (text: string) => showToast({ id: 'account', tone: 'info', text, more, millis })
    if (eyesOf(was) !== eyesOf(user))
      say(t('Your account was changed. You now work as: {{role}}.', { role: t(wordOf(user.role)) }))
    else if (rightsOf(was) !== rightsOf(user)) say(t('What you may do was changed: your menu and buttons follow.'))
  }, [user, t])
}

function rightsOf({ granted, withheld }: User): string {
  return [...granted.toSorted(), '-', ...withheld.toSorted()].join(' ')
}

/** That it was said on this computer; once is enough, the settings say it again. */
const toldKey = 'selvedge.keyringTold'

/** Time to read two lines while looking around after the sign-in. */
const millis = 20_000

/** Where the system offers no keyring the session ends with the app: said calmly after the first sign-in. */
export function useKeyringNotice(user: User): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = settingsPath(user)
  useEffect(() => {
    if (!isDesktop || localStorage.getItem(toldKey) !== null) return
    void host.session.state().then(({ signedIn, savedSafely }) => {
      if (!signedIn || savedSafely || localStorage.getItem(toldKey) !== null) return
      localStorage.setItem(toldKey, 'yes')
      showToast({
        id: 'keyring',
        tone: 'info',
        text: t('This computer has no keyring, so your sign-in ends when Selvedge is closed.'),
        more: t('It is kept in memory only and written nowhere.'),
        actions: [{ label: t('Settings'), run: () => void navigate(path) }],
        millis,
      })
    })
  }, [t, navigate, path])
}

/**
 * Scans that a crash, a reload or the end of a shift left on this computer are sent as soon as their user is back, whatever screen
 * that leads to. The station's code is loaded only then. With other eyes nothing is sent.
 */
export function useWaitingScans(user: User): void {
  const { id } = user
  const isSelf = user.true_role === null
  const isAtDoor = isSelf && (hasRight(user, 'chinaQc') || hasRight(user, 'indiaReceive'))
  const isAtFacility = isSelf && hasRight(user, 'workFacility')
  useEffect(() => {
    if (isAtDoor || isAtFacility) void sendWaiting(id, { isAtDoor, isAtFacility })
  }, [id, isAtDoor, isAtFacility])
}

async function sendWaiting(userId: string, at: { isAtDoor: boolean; isAtFacility: boolean }): Promise<void> {
  const waiting = await waitingScans(userId)
  if (waiting.size === 0 || currentUser()?.id !== userId) return
  for (const [owner, count] of waiting) noteWaitingScans(owner, count)
  try {
    const open = [
      ...(at.isAtDoor ? [(await import('../supplier/receiving/scan/door-queue.ts')).openDoor] : []),
      ...(at.isAtFacility ? (await import('../supply-management/queues.ts')).facilityQueues : []),
    ]
    if (currentUser()?.id === userId) for (const each of open) each(userId)
  } catch {
    // Not even that could be loaded: the mark says that they wait.
  }
}
