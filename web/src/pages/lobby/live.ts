/** The lobby as it changes: a socket that comes back by itself. */

import type { Lobby } from '$lib/api/types';

export type Accepted = { type: 'accepted'; table: string };
export type LobbyMessage = Lobby | Accepted;

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
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let over = false;

  const open = () => {
    const now = connect();
    socket = now;
    now.onmessage = (event: MessageEvent<string>) => {
      failures = 0;
      listener.connected(true);
      const message = JSON.parse(event.data) as LobbyMessage;
      if (message.type === 'accepted') listener.accepted(message.table);
      else if (message.type === 'lobby') listener.lobby(message);
    };
    now.onclose = () => {
      if (over) return;
      listener.connected(false);
      timer = setTimeout(open, pause(failures));
      failures += 1;
    };
  };
  const hurry = () => {
    if (over || socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    open();
  };
  open();
  addEventListener('online', hurry);
  return {
    close() {
      over = true;
      clearTimeout(timer);
      removeEventListener('online', hurry);
      socket?.close();
    },
  };
}

/** Where the lobby's socket is, for a page at that address; it speaks `language`. */
export function lobbyAddress(page: { protocol: string; host: string }, language: string): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws/lobby?lang=${language}`;
}
