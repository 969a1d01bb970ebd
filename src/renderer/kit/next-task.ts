/** Does it after what is under way now, such as a request being sent, and before the next frame; also in a window out of sight. */
export function nextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  port2.postMessage(null)
}

type Subscribe = (changed: () => void) => () => void

/** Hears of changes in a later task, of several at once together: who sends first is not held up by who draws. */
export function inNextTask(subscribe: Subscribe): Subscribe {
  return (changed) => {
    let isAsked = false
    return subscribe(() => {
      if (isAsked) return
      isAsked = true
      nextTask(() => {
        isAsked = false
        changed()
      })
    })
  }
}
