/**
 * The lobby as it changes: a socket that comes back by itself, and asks now and then whether anybody
 * is there, as a network that is gone says nothing.
 */

import type { Ping, Pong } from '$generated/socket';
import type { Lobby } from '$lib/api/types';
import { Pulse } from '$lib/pulse';

export type Accepted = { type: 'accepted'; table: string };
export type LobbyMessage = Lobby | Accepted | Pong;

export interface LiveLobby {
  /** Ends it for good. */
  close(): void;
}

export interface Listener {
  lobby(now: Lobby): void;
  /** Somebody took the own seek: the table waits. */
  accepted(table: string): void;
  /** Whether news come in at the moment. */
  connected(yes: boolean): void;
}

/** Milliseconds before the next try: longer each time, a little at random so that not all come at once. */
export function pause(failures: number, random: () => number = Math.random): number {
  return Math.min(15_000, 500 * 2 ** failures) * (0.75 + random() / 2);
}

/** Listens to the lobby until closed; `connect` opens a socket to it. */
export function listen(listener: Listener, connect: () => WebSocket): LiveLobby {
  /** Null while a pause lasts. */
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let asked = 0;

  const open = () => {
    clearTimeout(retry);
    const now = connect();
    socket = now;
    now.onopen = () => pulse.heard();
    now.onmessage = (event: MessageEvent<string>) => {
      failures = 0;
      pulse.heard();
      listener.connected(true);
      const message = JSON.parse(event.data) as LobbyMessage;
      if (message.type === 'accepted') listener.accepted(message.table);
      else if (message.type === 'lobby') listener.lobby(message);
    };
    now.onclose = lost;
  };
  const lost = () => {
    drop();
    listener.connected(false);
    retry = setTimeout(open, pause(failures));
    failures += 1;
  };
  const drop = () => {
    clearTimeout(retry);
    pulse.stop();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  };
  const pulse = new Pulse(
    () => socket?.send(JSON.stringify({ type: 'ping', id: ++asked } satisfies Ping)),
    lost,
  );
  const wake = () => {
    if (document.visibilityState === 'hidden') return;
    if (!socket) open();
    else if (socket.readyState === WebSocket.OPEN) pulse.hurry();
  };
  open();
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return {
    close() {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      drop();
    },
  };
}

/** Where the lobby's socket is, for a page at that address; it speaks `language`. */
export function lobbyAddress(page: { protocol: string; host: string }, language: string): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws/lobby?lang=${language}`;
}
