import type { FileCall } from '../shared/bridge.ts'
import { type Call, givesFile } from '../shared/contract/grammar.ts'
import { contract } from '../shared/contract/index.ts'

/** What the renderer may have main fetch: calls of the contract that give a file, and nothing else of the server. */
const patterns = Object.values(contract)
  .flatMap((area) => Object.values(area) as Call[])
  .filter((call) => givesFile(call) && call.takesFile === null)
  .map((call) => ({ method: call.method, path: patternOf(call.path) }))

export function isFileCall(call: FileCall): boolean {
  const [path = ''] = call.path.split('?')
  return patterns.some((known) => known.method === call.method && known.path.test(path))
}

/** A path word stands for one segment, percent-escaped, and never for `.` or `..`. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const literal = segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return literal.replace(/\\\{\w+\\\}/g, "(?!\\.{1,2}(?:/|$))(?:[\\w.~!'()*-]|%(?!2[eEfF]|5[cC])[0-9a-fA-F]{2})+")
  })
  return new RegExp(`^/${segments.join('/')}$`)
}
