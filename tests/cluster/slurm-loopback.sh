# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# To be read by scripts: a cluster of Slurm with two nodes, n1 and n2, on this machine; nothing of the system is used.

# start_slurm FOLDER: sets and exports SLURM_CONF
start_slurm () {
  SLURM_CONF=$1/slurm.conf
  export SLURM_CONF
  slurm_folder=$1
  slurm_base=$((20000 + $$ % 10000 * 3))
  mkdir -p "$1/state"
  {
    echo "ClusterName=test"
    echo "SlurmctldHost=$(hostname -s)(127.0.0.1)"
    # One user, one machine: nobody has to prove who he is, so munge is not needed.
    printf '%s\n' AuthType=auth/none CryptoType=crypto/none CredType=cred/none
    echo "SlurmUser=$(id -un)"
    echo "SlurmdUser=$(id -un)"
    echo "StateSaveLocation=$1/state"
    echo "SlurmdSpoolDir=$1/spool-%n"
    echo "SlurmctldPidFile=$1/controller.pid"
    echo "SlurmdPidFile=$1/%n.pid"
    echo "SlurmctldLogFile=$1/controller.log"
    echo "SlurmdLogFile=$1/%n.log"
    echo "SlurmctldPort=$slurm_base"
    # Without these it wants cgroups or a database, and waits long before it calls a node dead.
    printf '%s\n' ProctrackType=proctrack/pgid TaskPlugin=task/none MpiDefault=none SwitchType=switch/none
    printf '%s\n' SchedulerType=sched/builtin SelectType=select/linear ReturnToService=2 SlurmdTimeout=5 MessageTimeout=5
    # A task that comes back to the queue may begin at once.
    echo "SchedulerParameters=sched_interval=2,batch_sched_delay=1"
    echo "NodeName=n[1-2] NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=[$((slurm_base + 1))-$((slurm_base + 2))] CPUs=1"
    echo "PartitionName=all Nodes=n[1-2] Default=YES State=UP MaxTime=INFINITE"
  } >"$SLURM_CONF"
  slurmctld -c && slurmd -N n1 && slurmd -N n2 || return 1
  # A busy machine takes its time.
  for _ in $(seq 60); do
    [ "$(sinfo -h -N -t idle 2>/dev/null | wc -l)" = 2 ] && return
    sleep 0.5
  done
  echo "its nodes were not ready after 30 seconds"
  return 1
}

# list_processes NODE: what Slurm has started there, and what looks after it
list_processes () {
  grep -lszxF "SLURMD_NODENAME=$1" /proc/[0-9]*/environ | xargs -r grep -lszxF "SLURM_CONF=$SLURM_CONF" |
    while IFS=/ read -r _ _ process _; do
      echo "$process"
      parent=$(awk '$1 == "PPid:" { print $2 }' "/proc/$process/status" 2>/dev/null)
      grep -qs '^slurmstepd' "/proc/$parent/comm" && echo "$parent"
    done | sort -u
}

# kill_node NODE: as if its power failed
kill_node () {
  # The node first: else it would tell that its tasks are gone.
  kill -9 "$(cat "$slurm_folder/$1.pid")"
  rm -f "$slurm_folder/$1.pid"
  for process in $(list_processes "$1"); do kill -9 "$process" 2>/dev/null; done
}

stop_slurm () {
  for node in n1 n2; do
    for process in $(list_processes "$node"); do kill -9 "$process" 2>/dev/null; done
  done
  for file in "$slurm_folder"/n1.pid "$slurm_folder"/n2.pid "$slurm_folder"/controller.pid; do
    [ ! -f "$file" ] || kill -9 "$(cat "$file")" 2>/dev/null
  done
}
