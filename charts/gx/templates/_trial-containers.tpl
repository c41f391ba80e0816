{{/* What is special about each server of a trial. Each takes the prefix of names. */}}
{{- define "gx.trialMongodb" }}
# A key file may be read by its owner alone, and a mounted secret is its group's too.
command: [sh, -c, 'umask 077 && cat /run/gx/MONGO_KEYFILE > /tmp/keyfile && exec mongod --keyFile /tmp/keyfile "$@"', mongod]
args: [--replSet, rs0, --bind_ip_all, --wiredTigerCacheSizeGB, "0.25"]
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  - {name: secrets, mountPath: /run/gx, readOnly: true}
  - {name: data, mountPath: /data/db}
  - {name: configdb, mountPath: /data/configdb}
# Makes the one member a replica set and its administrator the first time, which only a connection of this pod may; is through once both are there.
startupProbe:
  exec:
    command:
      - mongosh
      - --quiet
      - --norc
      - admin
      - --eval
      - |
        const read = (file) => require('fs').readFileSync(file, 'utf8');
        const password = read('/run/gx/MONGO_ROOT_PASSWORD');
        const root = { user: 'root', pwd: password, roles: ['root'] };
        const attempt = (act) => { try { return act().ok === 1; } catch (error) { return false; } };
        const signIn = () => db.auth('root', password);
        // The name in the pod's own hosts file: a name server may still tell the address of the pod before, and a member that does not find itself is none.
        const own = read('/etc/hosts').split(/\s+/).find((name) => name.startsWith(require('os').hostname() + '.'));
        if (db.hello().setName === undefined) rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: own + ':27017' }] });
        const isPrimary = db.hello().isWritablePrimary;
        const isKnown = isPrimary && (attempt(signIn) || (attempt(() => db.createUser(root)) && attempt(signIn)));
        quit(isKnown ? 0 : 1);
  periodSeconds: 3
  timeoutSeconds: 30
  failureThreshold: 60
{{- end }}
{{- define "gx.trialKafka" }}
env:
  - {name: KAFKA_NODE_ID, value: "1"}
  - {name: KAFKA_PROCESS_ROLES, value: "broker,controller"}
  - {name: KAFKA_LISTENERS, value: "PLAINTEXT://:9092,CONTROLLER://:9093"}
  - {name: KAFKA_ADVERTISED_LISTENERS, value: "PLAINTEXT://{{ . }}-kafka:9092"}
  - {name: KAFKA_CONTROLLER_LISTENER_NAMES, value: CONTROLLER}
  - {name: KAFKA_LISTENER_SECURITY_PROTOCOL_MAP, value: "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT"}
  - {name: KAFKA_CONTROLLER_QUORUM_VOTERS, value: "1@127.0.0.1:9093"}
  - {name: KAFKA_LOG_DIRS, value: /var/lib/kafka/data/log}
  - {name: KAFKA_AUTO_CREATE_TOPICS_ENABLE, value: "false"}
  - {name: KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR, value: "1"}
  - {name: KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR, value: "1"}
  - {name: KAFKA_TRANSACTION_STATE_LOG_MIN_ISR, value: "1"}
  - {name: KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS, value: "0"}
  - {name: KAFKA_HEAP_OPTS, value: "-Xmx512m -Xms256m"}
  - {name: CLUSTER_ID, value: Z3gtdHJpYWwta2Fma2EtMQ}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  - {name: data, mountPath: /var/lib/kafka/data}
  - {name: config, mountPath: /opt/kafka/config}
  - {name: logs, mountPath: /opt/kafka/logs}
startupProbe:
  tcpSocket: {port: 9092}
  periodSeconds: 2
  failureThreshold: 90
{{- end }}
{{- define "gx.trialRedis" }}
args: [redis-server, --save, "", --appendonly, "no", --protected-mode, "no", --maxmemory, 64mb, --maxmemory-policy, allkeys-lru]
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  - {name: data, mountPath: /data}
startupProbe:
  tcpSocket: {port: 6379}
  periodSeconds: 1
  failureThreshold: 60
{{- end }}
