/** Vendors' SDK clients are kept between replies: making one costs more than a request. */

/** Addresses times keys; a key that was changed leaves its client behind until then. */
const MAX_CLIENTS = 32;

export function keepClients<Client>(make: (baseUrl: string, apiKey: string) => Client): (baseUrl: string, apiKey: string) => Client {
  const clients = new Map<string, Client>();
  return (baseUrl, apiKey) => {
    const name = `${baseUrl} ${apiKey}`;
    const known = clients.get(name);
    if (known) return known;
    if (clients.size >= MAX_CLIENTS) clients.clear();
    const client = make(baseUrl, apiKey);
    clients.set(name, client);
    return client;
  };
}
