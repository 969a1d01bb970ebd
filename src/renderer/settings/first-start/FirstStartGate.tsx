import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { LoadingRows } from '../../kit/states.tsx'
import { needsSetUpAtom } from './set-up.ts'

const FirstStart = lazy(async () => ({ default: (await import('./FirstStart.tsx')).FirstStart }))

/** The wizard, until this computer was set up; then the screens. */
export function FirstStartGate() {
  if (!useAtomValue(needsSetUpAtom)) return <Outlet />
  return (
    <Suspense fallback={<LoadingRows />}>
      <FirstStart />
    </Suspense>
  )
}
