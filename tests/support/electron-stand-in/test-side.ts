import { type Wire, type WireHandlers, wire } from './wire.ts'

/** What the test may call in this process; the parts of the stand-in put their handlers here. */
export const answersToTest: WireHandlers = {}

const send = process.send?.bind(process)
if (!send) throw new Error('the stand-in must be started by a test')

/** The test's half of the stand-in. */
export const test: Wire = wire(
  {
    send: (message) => {
      if (process.connected) send(message)
    },
    onMessage: (hear) => process.on('message', hear),
  },
  answersToTest,
)

// A test that died leaves no app behind.
process.once('disconnect', () => process.exit(1))
