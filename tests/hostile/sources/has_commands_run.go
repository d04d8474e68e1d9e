// expects: built
package main
//go:generate cp SECRET got
func main() {}
