import { useAtomValue } from 'jotai'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useRouteError } from 'react-router-dom'
import { openingOf, opensFor, type ScreenPath, sideMenu } from '../../shared/areas.ts'
import { landingPath } from '../../shared/kernel/roles.ts'
import { homePath } from '../../shared/kernel/screens.ts'
import { useSay } from '../actions/say.ts'
import { ApiError } from '../api/api-error.ts'
import { useIsConnected } from '../api/use-connected.ts'
import { isDesktop } from '../host/host.ts'
import { key } from '../i18n/formats.ts'
import { Page } from '../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows, NoPermissionState } from '../kit/states.tsx'
import { sessionAtom } from '../session/session.ts'
import { ServerSettings } from '../settings/server-choice/ServerForm.tsx'

function NoPermission() {
  const { t } = useTranslation()
  return (
    <Page title={t('No permission')}>
      <NoPermissionState />
    </Page>
  )
}

export interface ScreenProps {
  Body: ComponentType
  /** Its address, which says who may see it; the server guards the data, this only explains. Left out: anyone. */
  path?: ScreenPath
}

/** A route's screen: while its code comes, grey rows; to others than those it opens for, a plain explanation. */
export function Screen({ Body, path }: ScreenProps) {
  const session = useAtomValue(sessionAtom)
  const { state } = useLocation()
  if (path && session.state === 'signed-in' && !opensFor(session.user, path)) {
    return state?.isFromSignIn ? <Navigate to={session.user.landing_path} replace /> : <NoPermission />
  }
  return (
    <Suspense fallback={<LoadingRows />}>
      <Body />
    </Suspense>
  )
}

/** What stands in the place of a screen that broke; the frame around it goes on working. */
export function ScreenFailure() {
  const { t } = useTranslation()
  const say = useSay()
  const failure = useRouteError()
  const isConnected = useIsConnected()
  const chunk = chunkFailureOf(failure, t('this screen'))
  if (chunk && !isConnected) return <NotKeptHere />
  if (chunk) {
    return (
      <FailedState
        title={t('A part of the program could not be loaded')}
        text={t(chunkWords[chunk.kind], { chunk: chunk.chunk })}
        onRetry={reload}
      />
    )
  }
  const text = failure instanceof ApiError ? say.problem(failure) : t('Something went wrong!')
  return <FailedState title={t('This screen stopped working')} text={text} onRetry={reload} />
}

/** Says that a screen needs the line to open the first time, and opens it when the line is back. */
function NotKeptHere() {
  const { t } = useTranslation()
  const menuName = useMenuName()
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <Page title={menuName}>
      <EmptyState
        title={t('No connection')}
        text={t(
          'This screen was not opened on this device before, so it needs the connection. It opens by itself when the connection is back.',
        )}
      />
    </Page>
  )
}

/** What the menu calls the address that is open; nothing where it has no entry. */
function useMenuName(): string {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state !== 'signed-in') return ''
  const menu = sideMenu(session.user, pathname).flatMap(({ items }) => items)
  return t(menu.find(({ path }) => path === pathname)?.label ?? '')
}

const chunkWords: Record<ChunkFailure['kind'], string> = {
  timeout: key('Loading {{chunk}} took too long. Check the connection and try again.'),
  missing: key('{{chunk}} is not there. The program may have been updated: reload the page.'),
  stylesheet: key('The stylesheet {{chunk}} could not be loaded (CSS_CHUNK_LOAD_FAILED). Reload the page.'),
}

function reload(): void {
  location.reload()
}

/** Loading gives up after this long (specification, section 9). */
export const loadTimeoutMillis = 120_000

/** A screen in a chunk of its own. */
export function loadScreen(name: string, load: () => Promise<ComponentType>): LoadedScreen {
  return Object.assign(
    lazy(async () => ({ default: await withinTime(name, load) })),
    { load },
  )
}

/** A screen in a chunk of its own; `load` fetches it before it is opened. */
export type LoadedScreen = LazyExoticComponent<ComponentType> & { load: () => Promise<unknown> }

/** What `load` gives. Throws `ChunkFailure` where it takes too long or a file of it does not come. */
export function withinTime<T>(name: string, load: () => Promise<T>): Promise<T> {
  return Promise.race([load(), timeout(name)]).catch(rethrow(name))
}

function timeout(name: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(loadTimeout(name)), loadTimeoutMillis))
}

function rethrow(name: string): (failure: unknown) => never {
  return (failure) => {
    const chunk: ChunkFailure | null = chunkFailureOf(failure, name)
    throw chunk ?? failure
  }
}

/** A part of the program did not come (specification, section 8): which, and whether it was too slow or is not there. */
export class ChunkFailure extends Error {
  readonly chunk: string
  readonly kind: 'timeout' | 'missing' | 'stylesheet'
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED'

  constructor(chunk: string, kind: ChunkFailure['kind']) {
    super(`Loading chunk ${chunk} failed (${kind})`)
    this.name = 'ChunkFailure'
    this.chunk = chunk
    this.kind = kind
    this.code = kind === 'stylesheet' ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED'
  }
}

export function loadTimeout(chunk: string): ChunkFailure {
  return new ChunkFailure(chunk, 'timeout')
}

/** What browsers say when a module or its stylesheet cannot be loaded; null for any other failure. */
export function chunkFailureOf(failure: unknown, name: string): ChunkFailure | null {
  if (failure instanceof ChunkFailure) return failure
  const words = failure instanceof Error ? failure.message : ''
  if (/Unable to preload CSS/i.test(words)) return new ChunkFailure(fileOf(words) ?? name, 'stylesheet')
  const isScript = /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(words)
  return isScript ? new ChunkFailure(fileOf(words) ?? name, 'missing') : null
}

function fileOf(words: string): string | null {
  return /([^/\s]+\.(?:js|mjs|css|tsx?))(?:[?\s]|$)/.exec(words)?.[1] ?? null
}

/** Nothing could be started: the server is away or refuses, and perhaps it is the wrong one. */
export function StartFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <main className="start-failure">
      <FailedState
        title={t('Selvedge could not start')}
        text={say.problem(failure)}
        onRetry={() => location.reload()}
      />
      {isDesktop ? <ServerSettings /> : null}
    </main>
  )
}

/** Any path without a screen leads to the user's landing path; a landing screen that is still to come says so itself. */
export function OtherPath() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state !== 'signed-in') return null
  const { user } = session
  // Keyed: of two such paths in a row the second must lead home as well.
  if (openingOf(user, pathname) !== 'to-come') {
    const home = homePath(user, pathname)
    return <Navigate key={pathname} to={home === landingPath(user) ? user.landing_path : home} replace />
  }
  const menu = sideMenu(user, pathname).flatMap(({ items }) => items)
  const name = t(menu.find(({ path }) => path === pathname)?.label ?? '')
  return (
    <Page title={name}>
      <EmptyState
        title={t('{{screen}} is not there yet', { screen: name })}
        text={
          menu.length > 1
            ? t('This part of Selvedge is still being built. What is ready is in the menu.')
            : t('This part of Selvedge is still being built.')
        }
      />
    </Page>
  )
}
