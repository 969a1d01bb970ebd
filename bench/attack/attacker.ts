import { attack, type Heard, type Sizes, type Target } from './recipes.ts'

/** The attacker as a program of its own: what it costs must not be taken for what it does to others. Ends with SIGTERM, and says what it heard. */
const { target, sizes } = JSON.parse(process.argv[2] ?? '{}') as { target: Target; sizes: Sizes }
const heard: Heard = new Map()
attack(target, sizes, heard)
process.once('SIGTERM', () => {
  console.log(JSON.stringify(Object.fromEntries([...heard].sort(([a], [b]) => a.localeCompare(b)))))
  process.exit(0)
})
console.log('attacking')
