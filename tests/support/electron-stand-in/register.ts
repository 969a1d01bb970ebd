/**
 * Loaded before the app's built main by `node --import`: whatever it or its libraries import as `electron` comes from here.
 */
import { registerHooks } from 'node:module'
import { claimSingleInstance } from './single-instance.ts'

const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (/^electron(\/(main|common))?$/.test(specifier))
      return { url: standIn, format: 'module-typescript', shortCircuit: true }
    return next(specifier, context)
  },
})

Object.defineProperty(process, 'type', { value: 'browser' })
// The lock is asked for synchronously, so who holds it is found out before main begins.
await claimSingleInstance()
